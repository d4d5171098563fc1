import CurlewTransport

/// Represents codings that cannot be decoded: only an empty body is valid.
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
