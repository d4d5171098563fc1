import CurlewTransport
import Foundation

/// A temporary file without a name, used as a ring buffer: bytes are added at the end and taken from the start.
///
/// So the limit bounds its disk space. The system removes it with its descriptor, even if the process is killed.
final class SpoolFile: Sendable {
    /// Total bytes read and written; the position in the file is the remainder by the ring's size.
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
            for part in parts(of: data.count, at: offsets.write) {
                let bytes = data.dropFirst(part.start).prefix(part.count)
                try FileWriting.write(bytes, to: descriptor, at: part.place, path: "a temporary file")
            }
            offsets.write += Int64(data.count)
        }
    }

    /// Takes bytes that were added before; throws `.fileFailed`.
    func take(_ count: Int) throws(NetworkError) -> Data {
        try offsets.withLock { offsets throws(NetworkError) in
            var data = Data(count: count)
            for part in parts(of: count, at: offsets.read) {
                try read(part.count, at: part.place, into: &data, from: part.start)
            }
            offsets.read += Int64(count)
            // Frees the disk space when the file is empty; a failure costs only space.
            if offsets.read == offsets.write, ftruncate(descriptor, 0) == 0 { offsets = Offsets() }
            return data
        }
    }

    /// The parts up to the ring's end and from its start, with their positions in the data and in the file.
    private func parts(of count: Int, at offset: Int64) -> [(start: Int, count: Int, place: Int64)] {
        let place = offset % max(1, limit)
        let first = Int(min(Int64(count), limit - place))
        var parts = [(start: 0, count: first, place: place)]
        if first < count { parts.append((start: first, count: count - first, place: 0)) }
        return parts
    }

    private func read(
        _ count: Int, at place: Int64, into data: inout Data, from start: Int
    ) throws(NetworkError) {
        let received = unsafe data.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + start }, count, off_t(place))
        }
        guard received == count else { throw Self.failure("read", received < 0 ? errno : EIO) }
    }

    private static func failure(_ action: String, _ errno: Int32) -> NetworkError {
        .fileFailed(action, path: "the temporary file of a body", errno: errno)
    }
}
