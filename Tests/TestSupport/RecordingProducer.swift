import CurlewTransport

/// Counts a channel's calls.
package final class RecordingProducer: BodyProducer {
    private struct Counts {
        var resumes = 0
        var cancels = 0
    }

    private let counts = Lock(Counts())

    package init() {}

    package func resumeBody() { counts.withLock { $0.resumes += 1 } }
    package func cancelBody() { counts.withLock { $0.cancels += 1 } }

    package var resumes: Int { counts.withLock { $0.resumes } }
    package var cancels: Int { counts.withLock { $0.cancels } }
}
