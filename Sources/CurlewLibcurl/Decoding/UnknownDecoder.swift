import CurlewTransport

/// Stands for codings that cannot be undone here: only a body without a byte has them.
final class UnknownDecoder: ContentDecoder {
    private let problem: String

    init(_ problem: String) {
        self.problem = problem
    }

    var isComplete: Bool { true }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        guard input.count == 0 else { throw NetworkError(.contentDecodingFailed, problem) }
        return 0
    }
}
