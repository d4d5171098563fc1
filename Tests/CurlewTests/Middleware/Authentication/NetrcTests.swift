import Curlew
import Foundation
import TestSupport
import Testing

struct NetrcTests {
    /// The Authorization field that credentials add.
    private func field(_ netrc: Netrc, _ host: String) async throws -> String? {
        guard let auth = netrc.credentials(for: host) else { return nil }
        let transport = RecordingTransport()
        let client = Client(transport: transport)
        _ = try await client.send(
            Endpoint<Data>.get(url: "http://\(host)/", options: .init(auth: .own(auth))))
        return transport.authorization
    }

    private func basic(_ text: String) -> String { "Basic \(Data(text.utf8).base64EncodedString())" }

    @Test func theFirstEntryOfAHostCounts() async throws {
        let netrc = try Netrc(
            text: """
                # a comment with machine words
                machine a.test login one password "two \\"three\\" \\\\"
                machine B.Test
                    login four
                    password fi#ve account ignored

                macdef init
                machine c.test login no password no

                machine a.test login other password other
                default login six password seven
                machine d.test login no password no
                """)
        #expect(try await field(netrc, "a.test") == basic("one:two \"three\" \\"))
        #expect(try await field(netrc, "A.TEST") == basic("one:two \"three\" \\"))
        #expect(try await field(netrc, "b.test") == basic("four:fi#ve"))
        #expect(try await field(netrc, "c.test") == basic("six:seven"))
        #expect(try await field(netrc, "d.test") == basic("six:seven"))
    }

    @Test func withoutADefaultOtherHostsGetNothing() throws {
        let netrc = try Netrc(text: "machine a.test login one password two\r\n")
        #expect(netrc.credentials(for: "sub.a.test") == nil)
        #expect(netrc.credentials(for: "test") == nil)
        #expect(try Netrc(text: "").credentials(for: "a.test") == nil)
    }

    @Test(arguments: [
        "machine", "machine a login", "login hunter2", "password hunter2", "machine a hunter2",
        "machine a password \"hunter2", "machine a password \"hunter2\"x", "machine a password \"hunter2\\",
    ])
    func anotherTextIsRefusedWithoutShowingIt(text: String) {
        let error = #expect(throws: NetworkError.self) { try Netrc(text: text) }
        #expect(error?.code == .decodingFailed)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func aFileIsReadAndItsPasswordsAreShownNowhere() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "netrc-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("machine a.test login me password hunter2".utf8).write(to: file)
        let netrc = try Netrc(path: file.path(percentEncoded: false))
        #expect(try await field(netrc, "a.test") == basic("me:hunter2"))
        var text = "\(netrc)"
        dump(netrc, to: &text)
        #expect(!text.contains("hunter2"))
        let error = #expect(throws: NetworkError.self) { try Netrc(path: "/nowhere/netrc") }
        #expect(error?.code == .fileFailed)
    }
}

/// Keeps the Authorization field of the last request.
private final class RecordingTransport: Transport {
    private let last = Lock<String?>(nil)
    let capabilities = TransportCapabilities(transport: "recording")

    var authorization: String? { last.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        last.withLock { $0 = request.fields[.authorization] }
        return HTTPResponse(status: 200, body: .data(Data()))
    }
}
