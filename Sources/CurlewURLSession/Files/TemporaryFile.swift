import Curlew
import Foundation
import Synchronization

/// A temporary file that only this user can read; removed at the latest when the last reference is gone.
final class TemporaryFile: Sendable {
    let path: String
    private let descriptor: Int32
    private let length = Lock<Int64>(0)
    private let isRemoved = Atomic(false)

    /// Makes an empty file; throws `.fileFailed`.
    init() throws(NetworkError) {
        (descriptor, path) = try Self.create()
    }

    deinit {
        remove()
        close(descriptor)
    }

    var url: URL { URL(fileURLWithPath: path) }

    /// The number of bytes.
    var count: Int64 { length.withLock { $0 } }

    /// Adds bytes and answers how many there are now; throws `.fileFailed`.
    func append(_ data: Data) throws(NetworkError) -> Int64 {
        try length.withLock { length throws(NetworkError) in
            length = try FileWriting.write(data, to: descriptor, at: length)
            return length
        }
    }

    /// Removes the name; who has the file open keeps it.
    func remove() {
        if !isRemoved.exchange(true, ordering: .relaxed) { unsafe unlink(path) }
    }

    /// A new file in the temporary directory, open for reading and writing.
    static func create() throws(NetworkError) -> (descriptor: Int32, path: String) {
        let template = NSTemporaryDirectory() + "curlew.XXXXXX"
        var path = Array(template.utf8CString)
        let descriptor = unsafe path.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return Int32(-1) }
            return unsafe mkstemp(start)
        }
        guard descriptor >= 0 else { throw FileWriting.failure("create", template, errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (descriptor, String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
