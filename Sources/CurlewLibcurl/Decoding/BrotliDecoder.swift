import CurlewTransport

/// Decodes br (RFC 7932).
@safe
final class BrotliDecoder: ContentDecoder {
    private let library: BrotliLibrary
    private let decoder: OpaquePointer
    private var hasBegun = false
    private var hasEnded = false

    /// Nil without memory.
    init?(_ library: BrotliLibrary) {
        guard let decoder = unsafe library.create(nil, nil, nil) else { return nil }
        unsafe self.decoder = unsafe decoder
        self.library = library
    }

    deinit {
        unsafe library.destroy(decoder)
    }

    var isComplete: Bool { hasEnded || !hasBegun }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        if input.count > 0 { hasBegun = true }
        guard hasBegun, !hasEnded else {
            guard input.count == 0 else { throw .undecodable("br", "has more bytes after its end") }
            return 0
        }
        var (inputCount, room) = (input.count, output.count)
        var (nextInput, nextOutput) = (input.baseAddress, output.baseAddress)
        let result = unsafe library.decompress(
            decoder, &inputCount, &nextInput, &room, &nextOutput, nil)
        unsafe input.use(input.count - inputCount)
        guard result != BrotliLibrary.failed else { throw .undecodable("br", "is broken") }
        hasEnded = result == BrotliLibrary.ended
        guard input.count == 0 || !hasEnded else { throw .undecodable("br", "has more bytes after its end") }
        return output.count - room
    }
}

/// The functions of the brotli decoder that libcurl has loaded.
@safe
struct BrotliLibrary: Sendable {
    typealias Create =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> OpaquePointer?
    typealias Decompress =
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeRawPointer?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutableRawPointer?>,
            UnsafeMutablePointer<Int>?
        ) -> Int32
    typealias Destroy = @convention(c) (OpaquePointer) -> Void

    static let failed: Int32 = 0
    static let ended: Int32 = 1

    let create: Create
    let decompress: Decompress
    let destroy: Destroy

    /// Nil if there is none.
    static let loaded = BrotliLibrary()

    private init?() {
        guard let create = unsafe LoadedFunction.find("BrotliDecoderCreateInstance", as: Create.self),
            let decompress = unsafe LoadedFunction.find("BrotliDecoderDecompressStream", as: Decompress.self),
            let destroy = unsafe LoadedFunction.find("BrotliDecoderDestroyInstance", as: Destroy.self)
        else { return nil }
        unsafe self.create = unsafe create
        unsafe self.decompress = unsafe decompress
        unsafe self.destroy = unsafe destroy
    }
}
