/// Holds a task up, cancelled or not, until it is opened.
package final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func open() { continuation.finish() }

    package func wait() async {
        // A stream ends early for a task that is cancelled, so it is read in another one.
        await Task { [stream] in for await _ in stream {} }.value
    }
}
