import Testing

@testable import CurlewTransport

struct LibcurlOmissionTests {
    @Test(arguments: [
        ("8.12.1", 400_000, false), ("8.13.0", 400_000, true), ("8.14.1", 400_000, true),
        ("8.21.0", 307_200, true), ("8.21.0", 307_199, false), ("8.22.0", 400_000, false),
    ])
    func aFieldThatWouldBeLeftOutIsRefusedAndNamedButNotShown(version: String, size: Int, isRefused: Bool) {
        let fields: HTTPFields = ["X-Short": "1", "X-Long": String(repeating: "s", count: size)]
        let error = failure { () throws(NetworkError) in
            try LibcurlOmission.check(fields, for: LibcurlVersion(version))
        }
        #expect((error?.code == .unsupported) == isRefused)
        #expect(error.map { $0.message.contains("X-Long") && !$0.message.contains("sss") } ?? true)
    }

    @Test func manyShortFieldsAreNotRefused() throws {
        var fields = HTTPFields()
        for index in 0..<100 { fields[HTTPField.Name("X-\(index)")] = String(repeating: "s", count: 10_000) }
        try LibcurlOmission.check(fields, for: LibcurlVersion("8.14.1"))
    }

    @Test(arguments: [
        ("8.7.1", "http://h/a?", false), ("8.8.0", "http://h/a?", true), ("8.20.0", "http://h/?", true),
        ("8.21.0", "http://h/a?", false), ("8.14.1", "http://h/a", false), ("8.14.1", "http://h/a?b", false),
        ("8.14.1", "http://h/a?b?", false), ("7.88.0", "https://h/", true), ("7.88.0", "http://h/", false),
        ("7.88.1", "https://h/", false),
    ])
    func aTargetThatWouldBeAnotherIsRefused(version: String, url: String, isRefused: Bool) throws {
        let target = try HTTPRequest.Target(url)
        let error = failure { () throws(NetworkError) in
            try LibcurlOmission.check(target, for: LibcurlVersion(version))
        }
        #expect((error?.code == .unsupported) == isRefused)
    }

    private func failure(_ body: () throws(NetworkError) -> Void) -> NetworkError? {
        do throws(NetworkError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
