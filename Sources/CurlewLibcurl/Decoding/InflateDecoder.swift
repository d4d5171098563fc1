import CCurl
import CurlewTransport

/// Decodes gzip (RFC 1952), including several members, and deflate (RFC 1950, RFC 1951) with zlib.
@safe
final class InflateDecoder: ContentDecoder {
    enum Format: String {
        case gzip
        /// zlib's format or, as many servers send it, raw deflate.
        case deflate
    }

    private enum State {
        case new
        case within
        /// After the end of the data, or of a member.
        case ended
    }

    private let library: ZlibLibrary
    private let format: Format
    /// At a fixed address: zlib refuses a stream that has moved.
    private let stream: UnsafeMutablePointer<curlew_zlib_stream>
    private var state = State.new

    init(_ format: Format, _ library: ZlibLibrary) {
        self.format = format
        self.library = library
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: curlew_zlib_stream())
    }

    deinit {
        _ = unsafe library.end(stream)
        unsafe stream.deallocate()
    }

    var isComplete: Bool {
        switch state {
        case .new, .ended: true
        case .within: false
        }
    }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        var count = 0
        while count < output.count, unsafe try begin(at: input.first) {
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: output[count...])
            count += unsafe try step(&input, into: room)
            if case .within = state { break }
        }
        return count
    }

    /// Prepares for the next byte; returns false if there is nothing to do.
    private func begin(at next: UInt8?) throws(NetworkError) -> Bool {
        switch (state, next) {
        case (.within, _): return true
        case (.new, nil), (.ended, nil): return false
        case (.new, let first?): try open(at: first)
        // RFC 1952 §2.2: another member may follow. Anything else is not gzip.
        case (.ended, 0x1F?) where format == .gzip: _ = unsafe library.reset(stream)
        case (.ended, _?): throw .undecodable(format.rawValue, "has more bytes after its end")
        }
        state = .within
        return true
    }

    private func open(at first: UInt8) throws(NetworkError) {
        let size = unsafe Int32(MemoryLayout<curlew_zlib_stream>.size)
        guard unsafe library.initialize(stream, windowBits(first), "1", size) == ZlibLibrary.ok else {
            throw NetworkError(.other, "zlib could not be initialised")
        }
    }

    /// zlib's numbers for a window of 32 KiB after the gzip header, the zlib header and none.
    private func windowBits(_ first: UInt8) -> Int32 {
        switch format {
        case .gzip: 15 + 16
        // RFC 1950 §2.2: the method is 8, the window at most 7; raw deflate never starts with this byte.
        case .deflate: first & 0x8F == 0x08 ? 15 : -15
        }
    }

    private func step(
        _ input: inout UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        unsafe stream.pointee.next_in = input.baseAddress
        unsafe stream.pointee.avail_in = UInt32(input.count)
        unsafe stream.pointee.next_out = room.baseAddress
        unsafe stream.pointee.avail_out = UInt32(room.count)
        let result = unsafe library.inflate(stream, 0)
        unsafe input.use(input.count - Int(stream.pointee.avail_in))
        switch result {
        // `Z_BUF_ERROR`: input used up or output full.
        case ZlibLibrary.ok, ZlibLibrary.bufferError: break
        case ZlibLibrary.streamEnd: state = .ended
        default: throw .undecodable(format.rawValue, "is broken")
        }
        return unsafe room.count - Int(stream.pointee.avail_out)
    }
}

/// The functions of the zlib that libcurl has loaded.
@safe
struct ZlibLibrary: Sendable {
    typealias Stream = UnsafeMutablePointer<curlew_zlib_stream>

    static let ok: Int32 = 0
    static let streamEnd: Int32 = 1
    static let bufferError: Int32 = -5

    let initialize: @convention(c) (Stream, Int32, UnsafePointer<CChar>, Int32) -> Int32
    let inflate: @convention(c) (Stream, Int32) -> Int32
    let reset: @convention(c) (Stream) -> Int32
    let end: @convention(c) (Stream) -> Int32

    /// Nil if there is none.
    static let loaded = ZlibLibrary()

    private init?() {
        typealias Initialize = @convention(c) (Stream, Int32, UnsafePointer<CChar>, Int32) -> Int32
        typealias Function = @convention(c) (Stream) -> Int32
        typealias Inflate = @convention(c) (Stream, Int32) -> Int32
        guard let initialize = unsafe LoadedFunction.find("inflateInit2_", as: Initialize.self),
            let inflate = unsafe LoadedFunction.find("inflate", as: Inflate.self),
            let reset = unsafe LoadedFunction.find("inflateReset", as: Function.self),
            let end = unsafe LoadedFunction.find("inflateEnd", as: Function.self)
        else { return nil }
        unsafe self.initialize = unsafe initialize
        unsafe self.inflate = unsafe inflate
        unsafe self.reset = unsafe reset
        unsafe self.end = unsafe end
    }
}
