/// Blocks a task, cancelled or not, until it is opened.
package final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    package func open() { continuation.finish() }

    package func wait() async {
        // A stream ends early for a cancelled task, so another task reads it.
        await Task { [stream] in for await _ in stream {} }.value
    }
}
