import Curlew
import ShippedTransports
import Testing

@testable import CurlewCLI

struct DownloadArgumentsTests {
    @Test func readsEveryOption() throws {
        let hash = String(repeating: "aB", count: 32)
        let arguments = try DownloadArguments([
            "http://h/x#f", "-oout", "--jobs=2", "--sha256", hash, "--existing", "replace", "--no-resume",
            "--transport", "urlsession", "-H", "A: b", "--timeout", "2.5", "--retry", "7", "--content-coding",
            "refuse",
        ])
        #expect(arguments.downloads.map(\.endpoint.target) == [.url("http://h/x")])
        #expect(arguments.downloads.map(\.path) == ["out"])
        #expect(arguments.jobs == 2)
        #expect(arguments.options.sha256 == hash)
        #expect(arguments.options.existing == .replace)
        #expect(!arguments.options.resumes)
        #expect(arguments.options.maxRetries == 7)
        #expect(arguments.options.contentCoding == .refuse)
        #expect(arguments.call.transport == .urlsession)
        #expect(arguments.downloads[0].endpoint.fields["A"] == "b")
        let timeouts = arguments.downloads[0].endpoint.options.timeouts
        #expect(timeouts.total == .milliseconds(2500))
        #expect(timeouts.head == Timeouts.unlimited && timeouts.idle == Timeouts.unlimited)
    }

    @Test func aHyphenIsAFileWhereThePathSaysSo() throws {
        #expect(try DownloadArguments(["http://h/a", "-o", "./-"]).downloads.map(\.path) == ["./-"])
    }

    @Test func namesFilesAfterTheirURLs() throws {
        let arguments = try DownloadArguments(["http://h/a", "http://h/b?c", "--content-disposition"])
        #expect(arguments.downloads.map(\.path) == ["a", "b"])
        #expect(arguments.usesServerName)
        #expect(arguments.jobs == 4)
        #expect(arguments.options.maxRetries == 5)
        #expect(arguments.options.contentCoding == .keep)
    }

    @Test func noFileIsAnothersUnfinishedPart() throws {
        let urls = ["a", "a.curlew-part", "a.curlew-part.json"].map { "http://h/\($0)" }
        #expect(
            try DownloadArguments(urls).downloads.map(\.path) == [
                "a", "a.curlew-part_", "a.curlew-part.json_",
            ])
    }

    @Test func aFragmentEndsAURL() throws {
        #expect(try DownloadArguments(["http://h/a#\u{301}b"]).urls == ["http://h/a"])
    }

    @Test(arguments: [
        [], ["-o", "x"], ["http://h/a", "http://h/b", "-o", "x"], ["http://h/a", "http://g/a"],
        ["http://h/a", "--jobs", "0"], ["http://h/a", "--jobs", "65"], ["http://h/a", "--sha256", "abc"],
        ["http://h/a", "--existing", "eat"], ["http://h/a", "-o", "x", "--content-disposition"],
        ["http://h/a", "-o", "-"], ["http://h/a", "-o-"],
        ["http://h/a", "--existing", "keep", "--content-disposition"],
        ["http://h/a", "--retry"], ["http://h/a", "--retry", "-1"], ["http://h/a", "--retry", "x"],
        ["http://h/a", "--content-coding", "gzip"], ["http://h/a", "--json", "{}"],
        ["http://h/a", "--no-resume=1"],
        ["http://h/a", "http://u:p@h/b", "-H", "Authorization: x"],
    ]) func refusesWhatMakesNoSense(arguments: [String]) {
        #expect(throws: UsageError.self) { try DownloadArguments(arguments) }
    }
}
