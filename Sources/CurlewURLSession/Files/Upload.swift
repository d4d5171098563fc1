import CurlewTransport
import Foundation

/// A request's body in the form that URLSession takes.
enum Upload: Sendable {
    case none
    case data(Data)
    /// The path as the caller wrote it: Foundation interprets `..` and `~` differently from the system.
    case file(String)
    /// A file that has a name only until URLSession has opened it.
    case temporaryFile(TemporaryFile)
    /// A stream, which must be spooled first.
    case stream(RequestStream)

    /// Throws `.fileFailed` for a file that cannot be read.
    init(_ body: RequestBody?) throws(NetworkError) {
        switch body?.content {
        case .data(let data): self = data.isEmpty ? .none : .data(data)
        case .file(let path):
            self = try FileReader(path: path).size == 0 ? .none : .file(path)
        case .slice(let path, let range):
            self = .stream(try RequestStream([.slice(path: path, range: range)]))
        case .multipart(let form): self = .stream(try RequestStream(form.segments))
        case .stream(let stream): self = .stream(stream)
        case .value: throw .bodyNotEncoded
        case nil: self = .none
        }
    }

    /// Reads a stream into a temporary file, and reports each chunk.
    ///
    /// Throws `.invalidRequest` for a stream that produces more or fewer bytes than its declared length,
    /// `.fileFailed` (with `EFBIG` beyond the limit), and what the stream throws.
    static func spooled(
        _ stream: RequestStream, upTo limit: Int64, chunkSpooled: @escaping @Sendable () -> Void
    ) async throws -> Upload {
        let file = try TemporaryFile()
        try await stream.produce { chunk in
            let count = try file.append(chunk)
            if count > limit {
                throw NetworkError.fileFailed("write", path: "a temporary file", errno: EFBIG)
            }
            if let length = stream.length, count > length { throw NetworkError.streamTooLong }
            chunkSpooled()
        }
        if let length = stream.length, file.count != length {
            throw NetworkError.streamTooShort(by: length - file.count)
        }
        return file.count == 0 ? .none : .temporaryFile(file)
    }

    /// URLSession has begun to send: it has the file open.
    func fileOpened() {
        if case .temporaryFile(let file) = self { file.removeName() }
    }

    var isEmpty: Bool {
        if case .none = self { true } else { false }
    }
}
