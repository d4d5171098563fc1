import CurlewTransport

/// Decodes two codings, first the one that was applied last.
@safe
final class ChainedDecoder: ContentDecoder {
    private let outer: any ContentDecoder
    private let inner: any ContentDecoder
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)
    /// The bytes that the inner decoder has not used yet.
    private var between = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    private var hasFilledBuffer = false
    /// How many bytes of the outer decoder's output produced no output of the inner one.
    private var barrenCount = 0

    /// A megabyte without output is an attack: a few bytes could cost minutes.
    private static let maxBarren = 1 << 20

    init(outer: any ContentDecoder, inner: any ContentDecoder) {
        self.outer = outer
        self.inner = inner
    }

    deinit {
        unsafe buffer.deallocate()
    }

    var isComplete: Bool { outer.isComplete && inner.isComplete }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        var count = 0
        while true {
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: output[count...])
            let decoded = unsafe try inner.decode(&between, into: room)
            count += decoded
            if decoded > 0 { barrenCount = 0 }
            guard barrenCount < Self.maxBarren else { throw Self.barren }
            guard count < output.count, input.count > 0 || hasFilledBuffer else { return count }
            let filled = unsafe try outer.decode(&input, into: buffer)
            barrenCount += filled
            hasFilledBuffer = unsafe filled == buffer.count
            unsafe between = unsafe UnsafeRawBufferPointer(rebasing: buffer[..<filled])
        }
    }

    private static var barren: NetworkError {
        NetworkError(.contentDecodingFailed, "decompression bomb: 1 MiB of intermediate data without output")
    }
}
