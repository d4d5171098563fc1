#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import CurlewTransport

/// The source from which the loop reads a request's body when curl requests it.
final class UploadSource {
    enum Outcome {
        /// n bytes were written into the buffer; 0 is the end.
        case bytes(Int)
        case pause
        case fail(NetworkError)
    }

    private enum Kind {
        case data(Data)
        /// A file, or the files and bytes of a form.
        case segments(SegmentReader)
        case stream(UploadChannel)
    }

    private let kind: Kind
    private let report: UploadReport?
    private var offset = 0
    /// Known before sending, except for a stream without a declared length.
    let length: Int64?
    /// A producer that may continue once curl has returned.
    private(set) var pendingProducer: NetworkContinuation<Bool>?

    /// The largest body of data that curl takes at once and copies.
    ///
    /// With `Expect` curl reads the bytes through the callback, since only then is it known whether any were sent.
    static let inlineLimit = 64 * 1024

    /// The source of a request's body; nil if it has none, or a small one; throws `.fileFailed`.
    init?(_ start: TransferStart) throws(NetworkError) {
        switch start.request.body?.content {
        case .data(let data) where Self.isAskedFor(data, start.request):
            kind = .data(data)
            length = Int64(data.count)
        case .file(let path):
            let reader = try SegmentReader([.file(path: path)])
            (kind, length) = (.segments(reader), reader.size)
        case .slice(let path, let range):
            let reader = try SegmentReader([.slice(path: path, range: range)])
            (kind, length) = (.segments(reader), reader.size)
        case .multipart(let form):
            let reader = try SegmentReader(form.segments)
            (kind, length) = (.segments(reader), reader.size)
        case .stream(let stream):
            guard let channel = start.upload else { return nil }
            kind = .stream(channel)
            length = stream.length
        case .data, .value, nil: return nil
        }
        report = start.report
    }

    private static func isAskedFor(_ data: Data, _ request: HTTPRequest) -> Bool {
        guard !data.isEmpty else { return false }
        return data.count > inlineLimit || request.options.expectContinue || request.body?.report != nil
    }

    /// Whether there is anything to send, as far as is known before sending.
    var hasContent: Bool { length != 0 }

    /// Whether any byte was taken.
    var hasStarted: Bool { offset > 0 }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        let outcome: Outcome =
            switch kind {
            case .data(let data): unsafe .bytes(copy(data.dropFirst(offset).prefix(buffer.count), to: buffer))
            case .segments(let reader): unsafe read(reader, into: buffer)
            case .stream(let channel): unsafe read(channel, into: buffer)
            }
        if case .bytes(let count) = outcome { offset += count }
        return outcome
    }

    /// Rewinds to an offset before a body is sent again; false for a stream, which can be read once.
    func rewind(to target: Int64) -> Bool {
        switch kind {
        case .data: break
        case .segments(let reader): guard (try? reader.seek(to: target)) != nil else { return false }
        case .stream: guard target == 0, offset == 0 else { return false }
        }
        offset = Int(target)
        return true
    }

    func takePendingProducer() -> NetworkContinuation<Bool>? { pendingProducer.take() }

    /// Whether progress is reported.
    var isReported: Bool { report != nil }

    /// Between the turns: reporting resumes a task.
    func reportProgress() {
        report?.sent(Int64(offset))
    }

    /// The exchange is over.
    func close() {
        report?.end()
        if case .stream(let channel) = kind { channel.close() }
    }

    private func copy(_ data: Data, to buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe data.copyBytes(to: buffer)
    }

    private func read(_ reader: SegmentReader, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        do throws(NetworkError) {
            return unsafe .bytes(try reader.read(into: buffer))
        } catch {
            return .fail(error)
        }
    }

    private func read(_ channel: UploadChannel, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        let (action, producer) = channel.read(upTo: buffer.count)
        if let producer { pendingProducer = producer }
        switch action {
        case .bytes(let data, _): return unsafe .bytes(copy(data, to: buffer))
        case .pause: return .pause
        case .end: return .bytes(0)
        case .fail: return .fail(channel.failure ?? .cancelled)
        }
    }
}
