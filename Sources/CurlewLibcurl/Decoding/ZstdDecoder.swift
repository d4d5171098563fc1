import CCurl
import CurlewTransport

/// Decodes zstd (RFC 8878), including several frames.
@safe
final class ZstdDecoder: ContentDecoder {
    private let library: ZstdLibrary
    private let stream: OpaquePointer
    private var isWithinFrame = false
    private var hasFilledOutput = false

    /// Nil without memory.
    init?(_ library: ZstdLibrary) {
        guard let stream = unsafe library.create() else { return nil }
        unsafe self.stream = unsafe stream
        self.library = library
        // RFC 9659 §3: no window above 8 MiB, which bounds the memory.
        _ = unsafe library.setParameter(stream, ZstdLibrary.windowLogMax, 23)
    }

    deinit {
        _ = unsafe library.free(stream)
    }

    var isComplete: Bool { !isWithinFrame }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        var source = unsafe curlew_zstd_input(bytes: input.baseAddress, size: input.count, position: 0)
        var target = unsafe curlew_zstd_output(bytes: output.baseAddress, size: output.count, position: 0)
        defer {
            unsafe input.use(source.position)
            hasFilledOutput = unsafe target.position == target.size
        }
        // After a frame's end a call without input would begin another frame.
        while unsafe (source.position < source.size || hasFilledOutput && isWithinFrame)
            && target.position < target.size
        {
            hasFilledOutput = false
            let result = unsafe library.decompress(stream, &target, &source)
            guard library.isError(result) == 0 else { throw .undecodable("zstd", "is broken") }
            isWithinFrame = result != 0
        }
        return unsafe target.position
    }
}

/// The functions of the zstd that libcurl has loaded.
@safe
struct ZstdLibrary: Sendable {
    typealias Create = @convention(c) () -> OpaquePointer?
    typealias SetParameter = @convention(c) (OpaquePointer, Int32, Int32) -> Int
    typealias Decompress =
        @convention(c) (
            OpaquePointer, UnsafeMutablePointer<curlew_zstd_output>, UnsafeMutablePointer<curlew_zstd_input>
        ) -> Int
    typealias IsError = @convention(c) (Int) -> UInt32
    typealias Free = @convention(c) (OpaquePointer) -> Int

    static let windowLogMax: Int32 = 100

    let create: Create
    let setParameter: SetParameter
    let decompress: Decompress
    let isError: IsError
    let free: Free

    /// Nil if there is none.
    static let loaded = ZstdLibrary()

    private init?() {
        guard let create = unsafe LoadedFunction.find("ZSTD_createDStream", as: Create.self),
            let setParameter = unsafe LoadedFunction.find("ZSTD_DCtx_setParameter", as: SetParameter.self),
            let decompress = unsafe LoadedFunction.find("ZSTD_decompressStream", as: Decompress.self),
            let isError = LoadedFunction.find("ZSTD_isError", as: IsError.self),
            let free = unsafe LoadedFunction.find("ZSTD_freeDStream", as: Free.self)
        else { return nil }
        unsafe self.create = unsafe create
        unsafe self.setParameter = unsafe setParameter
        unsafe self.decompress = unsafe decompress
        self.isError = isError
        unsafe self.free = unsafe free
    }
}
