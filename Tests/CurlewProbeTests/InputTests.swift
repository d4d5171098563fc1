import Curlew
import CurlewTesting
import Testing

@testable import CurlewProbe

@Suite(.timeLimit(.minutes(5)))
struct InputTests {
    @Test(arguments: [
        ("http://a/", "http://a/"), ("  http://a/ \r", "http://a/"), ("http://a/#b", "http://a/#b"),
        ("", nil), (" \t", nil), ("# http://a/", nil), ("  #x", nil),
    ])
    func aLineIsAURLOrNothing(line: String, url: String?) {
        #expect(Input.url(in: line) == url)
    }

    @Test func noMoreIsReadThanFits() async {
        let count = 10 * Input.capacity
        let state = Lock((read: 0, taken: 0, ahead: 0))
        let urls = Input.lines {
            state.withLock { state in
                guard state.read < count else { return nil }
                state.read += 1
                state.ahead = max(state.ahead, state.read - state.taken)
                return "\(state.read)"
            }
        }
        var all: [String] = []
        for await url in urls {
            state.withLock { $0.taken += 1 }
            all.append(url)
        }
        #expect(all == (1...count).map { "\($0)" })
        // One was taken and not yet counted, one was read and waits for room.
        #expect(state.withLock { $0.ahead } <= Input.capacity + 2)
    }

    @Test func nothingIsSentOnceTheOutcomeIsUnwanted() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let urls = Input.stream(of: (0..<100).map { "http://example.com/\($0)" })
        let probe = Probe(transport: transport, timeout: .seconds(10))
        let isComplete = await probe.check(urls, concurrency: 1) { _ in false }
        #expect(transport.requests.count == 1 && !isComplete)
    }

    @Test func aTaskThatWaitsForInputIsCancelledToo() async {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let (urls, continuation) = AsyncStream.makeStream(of: String.self)
        continuation.yield("http://example.com/")
        // The input stays open.
        let probe = Probe(transport: transport, timeout: .seconds(10))
        let isComplete = await probe.check(urls, concurrency: 3) { _ in false }
        #expect(transport.requests.count == 1 && !isComplete)
        withExtendedLifetime(continuation) {}
    }

    @Test(arguments: [
        ("http://a/b?s3cret@d", "http://a/b?<redacted>"), ("http://u:s3cret@a/", "http://<redacted>@a/"),
        ("http://u:s3cret@a/b?s3cret", "http://<redacted>@a/b?<redacted>"),
        ("http://u:s3cret@q@a", "http://<redacted>@a/"), ("u:s3cret@a", "<redacted>@a"),
        ("http:/u:s3cret@a:x/?s3cret#s3cret", "<redacted>@a:x/?<redacted>"), ("http://a/b", "http://a/b"),
        ("ftp://a/#s3cret", "ftp://a/?<redacted>"), ("a\u{1B}[2Jb\u{0}", "a\\u{1b}[2Jb\\u{0}"), ("", ""),
    ])
    func aURLIsShownWithoutSecretsAndControlCharacters(url: String, shown: String) {
        #expect(RedactedURL.text(of: url) == shown)
    }
}
