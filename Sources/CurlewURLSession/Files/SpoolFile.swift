import Curlew
import Foundation

/// A temporary file without a name: bytes are added at its end and taken from its start.
///
/// It is gone with its descriptor, whatever becomes of the process.
final class SpoolFile: Sendable {
    private struct Offsets {
        var read: Int64 = 0
        var write: Int64 = 0
    }

    private let descriptor: Int32
    private let limit: Int64
    private let offsets = Lock(Offsets())

    /// Makes an empty file that holds at most `limit` bytes; throws `.fileFailed`.
    init(limit: Int64) throws(NetworkError) {
        descriptor = try TemporaryFile.createUnnamed()
        self.limit = limit
    }

    deinit {
        close(descriptor)
    }

    /// Adds bytes; throws `.fileFailed`, with `EFBIG` beyond the limit.
    func append(_ data: Data) throws(NetworkError) {
        try offsets.withLock { offsets throws(NetworkError) in
            guard offsets.write - offsets.read + Int64(data.count) <= limit else {
                throw Self.failure("write", EFBIG)
            }
            offsets.write = try FileWriting.write(data, to: descriptor, at: offsets.write)
        }
    }

    /// Takes so many bytes, which were added before; throws `.fileFailed`.
    func take(_ count: Int) throws(NetworkError) -> Data {
        try offsets.withLock { offsets throws(NetworkError) in
            let data = try read(count, at: offsets.read)
            offsets.read += Int64(count)
            // The space is given back when nothing is left in the file; failing to costs only space.
            if offsets.read == offsets.write, ftruncate(descriptor, 0) == 0 { offsets = Offsets() }
            return data
        }
    }

    private func read(_ count: Int, at offset: Int64) throws(NetworkError) -> Data {
        var data = Data(count: count)
        let received = unsafe data.withUnsafeMutableBytes {
            unsafe pread(descriptor, $0.baseAddress, count, off_t(offset))
        }
        guard received == count else { throw Self.failure("read", received < 0 ? errno : EIO) }
        return data
    }

    private static func failure(_ action: String, _ errno: Int32) -> NetworkError {
        FileWriting.failure(action, "the temporary file of a body", errno)
    }
}
