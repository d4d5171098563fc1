import CurlewTransport
import Foundation

/// A temporary file that only this user can read, and that can be found only while it has a name.
///
/// It is removed with its last reference; without a name also if the process is killed.
final class TemporaryFile: Sendable {
    private struct State {
        var path: String?
        var length: Int64 = 0
    }

    private let descriptor: Int32
    private let state: Lock<State>

    /// Makes an empty file, without a name if the system supports that; throws `.fileFailed`.
    init() throws(NetworkError) {
        var path: String?
        if let descriptor = UnnamedFile.create(in: NSTemporaryDirectory()) {
            self.descriptor = descriptor
        } else {
            (descriptor, path) = try Self.createNamed()
        }
        state = Lock(State(path: path))
    }

    deinit {
        removeName()
        close(descriptor)
    }

    /// The number of bytes.
    var count: Int64 { state.withLock { $0.length } }

    /// Adds bytes and returns how many there are now; throws `.fileFailed`.
    func append(_ data: Data) throws(NetworkError) -> Int64 {
        try state.withLock { state throws(NetworkError) in
            state.length = try FileWriting.write(
                data, to: descriptor, at: state.length, path: "a temporary file")
            return state.length
        }
    }

    /// The path at which the file can be opened while this object exists.
    var path: String { state.withLock { $0.path } ?? UnnamedFile.path(of: descriptor) }

    /// Removes the name; open descriptors stay valid.
    func removeName() {
        let path = state.withLock { $0.path.take() }
        if let path { unsafe unlink(path) }
    }

    /// A descriptor of an empty file that never had a name, or had one for a moment; throws `.fileFailed`.
    static func createUnnamed() throws(NetworkError) -> Int32 {
        if let descriptor = UnnamedFile.create(in: NSTemporaryDirectory()) { return descriptor }
        let (descriptor, path) = try createNamed()
        unsafe unlink(path)
        return descriptor
    }

    private static func createNamed() throws(NetworkError) -> (descriptor: Int32, path: String) {
        let template = NSTemporaryDirectory() + "curlew.XXXXXX"
        var path = Array(template.utf8CString)
        let descriptor = unsafe path.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return Int32(-1) }
            return unsafe mkstemp(start)
        }
        guard descriptor >= 0 else { throw .fileFailed("create", path: template, errno: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
