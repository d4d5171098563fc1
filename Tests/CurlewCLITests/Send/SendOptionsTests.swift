import Curlew
import Foundation
import ShippedTransports
import Testing

@testable import CurlewCLI

struct SendOptionsTests {
    @Test func aURLAloneIsAGetOverLibcurl() throws {
        let options = try SendOptions(["http://localhost/"])
        #expect(options.call.url == "http://localhost/")
        #expect(options.call.transport == .libcurl)
        #expect(options.output == .raw)
        #expect(options.endpoint.method == .get)
        #expect(options.endpoint.body == nil)
        #expect(options.endpoint.options.timeouts == .init())
    }

    @Test(arguments: [
        ["--json", "{}"], ["--data", "x"], ["--data", "@file"], ["--form", "a=b"], ["--multipart", "a=@b"],
    ])
    func aBodyMakesItAPost(body: [String]) throws {
        #expect(try SendOptions(["http://localhost/"] + body).endpoint.method == .post)
        #expect(try SendOptions(["PUT", "http://localhost/"] + body).endpoint.method == .put)
    }

    @Test func standardInputIsSentOnce() throws {
        let body = try #require(try SendOptions(["u", "--data", "@-"]).endpoint.body)
        #expect(!body.isReplayable)
        #expect(body.length == nil)
        #expect(body.contentType == nil)
    }

    #if os(Linux)
        @Test func aFileWithAReportedSizeOfZeroIsReadAnyway() throws {
            let body = try SendOptions(["u", "--data", "@/proc/self/status"]).endpoint.body
            let length = try #require(try body?.measuredLength())
            #expect(length > 100)
        }
    #endif

    @Test func keepsRepeatedFieldsAndTrimsTheirValues() throws {
        let options = try SendOptions(["-H", "A:  1 ", "u", "-H", "a: 2:3", "-HB:"])
        #expect(options.call.fields.map(\.description) == ["A: 1", "a: 2:3", "B: "])
    }

    @Test func queryItemsAreEncodedAndANameAloneIsBare() throws {
        let options = try SendOptions(["u", "--query", "q=a+b=c", "--query", "flag", "--query", "empty="])
        #expect(options.query == ["q": "a+b=c", "flag": .flag, "empty": ""])
    }

    @Test func theTimeoutIsTheOnlyLimit() throws {
        let timeouts = try SendOptions(["u", "--timeout", "0.25"]).endpoint.options.timeouts
        #expect(timeouts.total == .milliseconds(250))
        #expect(timeouts.head == Timeouts.unlimited && timeouts.idle == Timeouts.unlimited)
    }

    @Test func theNetrcFileGivesTheAuthorizationOfTheHost() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "netrc-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("machine a.test login me password p".utf8).write(to: file)
        let option = "--netrc-file=\(file.path(percentEncoded: false))"
        #expect(try SendOptions(["http://a.test/", option]).auth != nil)
        #expect(try SendOptions(["http://b.test/", option]).auth == nil)
        #expect(throws: UsageError.self) {
            try SendOptions(["http://a.test/", "--netrc-file", "/nowhere/netrc"])
        }
    }

    @Test func followsOnlyOnRequest() throws {
        #expect(try SendOptions(["u"]).configuration.auth == nil)
        #expect(try !SendOptions(["u"]).followsRedirects)
        #expect(try SendOptions(["u", "--follow"]).followsRedirects)
    }

    @Test func retriesAndCookiesAreOffByDefault() throws {
        let plain = try SendOptions(["u"]).configuration
        #expect(plain.retries.maxRetries == 0 && plain.cookies == nil && plain.observers.isEmpty)
        let full = try SendOptions(["u", "--retry", "3", "--cookie-jar", "--timing"]).configuration
        #expect(full.retries.maxRetries == 3 && full.cookies != nil && full.observers.count == 1)
    }

    @Test(arguments: [
        ["-i"], ["--output", "json"], ["--follow"], ["--retry", "1"], ["--cookie-jar"], ["--timing"],
        ["--timeout", "1"],
    ])
    func aCommandThatIsPrintedRefusesWhatItCannotSay(option: [String]) {
        #expect(throws: UsageError.self) { try SendOptions(["u", "--curl"] + option) }
    }

    @Test(arguments: [
        ["http://h/", "-H", "authorization: x", "--bearer", "t"],
        ["http://h/", "-H", "Authorization: x", "--user", "a:b"],
        ["http://a:b@h/", "--bearer", "t"], ["http://a@h", "--user", "a:b"],
        ["http://a:b@h?q", "-H", "Authorization: x"],
        ["http://h", "-H", "Authorization: x", "-H", "authorization: y"],
    ])
    func thereIsOneAuthorization(arguments: [String]) {
        #expect(throws: UsageError.self) { try SendOptions(arguments) }
    }

    @Test(arguments: ["http://h/a@b", "http://h?a@b", "http://h#a@b", "h@b"])
    func anAtSignElsewhereIsNoAuthorization(url: String) throws {
        #expect(try SendOptions([url, "--bearer", "t"]).auth != nil)
    }

    @Test(arguments: [
        [], ["a", "b", "c"], ["u", "--unknown"], ["u", "--transport", "nio"], ["u", "--output", "xml"],
        ["u", "-H", "no colon"], ["u", "-H", ": no name"], ["u", "-H"], ["u", "-i=x"],
        ["u", "--json", "{"], ["u", "--json", "{}", "--data", "x"], ["u", "--data", "x", "--data", "y"],
        ["u", "--user", "name"], ["u", "--user"], ["u", "--bearer"], ["u", "--bearer", "t", "--user", "a:b"],
        ["u", "--follow=1"], ["u", "--retry"], ["u", "--retry", "-1"], ["u", "--retry", "many"],
        ["u", "--retry", ""], ["u", "--retry", "101"], ["u", "--cookie-jar=file"], ["u", "--curl=x"],
        ["u", "-i", "--output", "json"],
        ["u", "--form", "a=b", "--data", "x"], ["u", "--form", "a=b", "--multipart", "a=b"],
        ["u", "--form", "a"],
        ["u", "--multipart", "a"], ["u", "--multipart", "a=@-"],
    ])
    func refusesWrongUsage(arguments: [String]) {
        #expect(throws: UsageError.self) { try SendOptions(arguments) }
    }

    @Test(arguments: ["inf", "-inf", "nan", "1e300", "1e10", "0", "-1", "0.0001", "1s", ""])
    func refusesAnUnusableTimeout(timeout: String) {
        #expect(throws: UsageError.self) { try SendOptions(["u", "--timeout", timeout]) }
    }

    @Test(arguments: [
        ["u", "-H", "s3cret"], ["u", "--json", "s3cret"], ["u", "-zs3cret"], ["a", "u", "s3cret"],
        ["u", "--user", "s3cret"], ["u", "--bearer", "s3cret", "--bearer", "s3cret"],
    ])
    func noMessagePrintsAValue(arguments: [String]) {
        let error = #expect(throws: UsageError.self) { try SendOptions(arguments) }
        #expect(error?.message.contains("s3cret") == false)
    }
}
