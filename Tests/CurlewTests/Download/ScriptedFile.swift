import Curlew
import CurlewTesting
import Foundation

/// Answers as a server does that offers one file in ranges.
final class ScriptedFile: Sendable {
    static let bytes = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })

    /// How many bytes of each answer come before it breaks off, until none is left.
    private let cuts: Lock<[Int]>
    private let fields: HTTPFields
    private let asked = Lock<[String?]>([])

    private let contents: Data

    /// Makes a file that has `bytes` so many times.
    init(cuts: [Int] = [], fields: HTTPFields = [.eTag: "\"a\""], repeating count: Int = 1) {
        self.cuts = Lock(cuts)
        self.fields = fields
        contents = Data((0..<count).flatMap { _ in Self.bytes })
    }

    /// The ranges that were asked for, in order.
    var ranges: [String?] { asked.withLock { $0 } }

    var client: Client {
        Client(baseURL: "http://example.com", transport: ScriptedTransport { self.answer($0) })
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        asked.withLock { $0.append(request.fields[.range]) }
        let isSame = request.fields[.ifRange].map {
            [self.fields[.eTag], self.fields[.lastModified]].contains($0)
        }
        let range = isSame == true ? request.fields[.range] : nil
        let first = range.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
        var fields = fields
        fields[.contentLength] = "\(contents.count - first)"
        if range != nil { fields[.contentRange] = "bytes \(first)-\(contents.count - 1)/\(contents.count)" }
        let cut = cuts.withLock { cuts in cuts.isEmpty ? nil : cuts.removeFirst() }
        let rest = contents.dropFirst(first)
        return HTTPResponse(
            status: range == nil ? 200 : 206, fields: fields,
            body: cut.map { Self.breakingOff(rest.prefix($0)) } ?? .data(Data(rest)))
    }

    private static func breakingOff(_ data: Data) -> ResponseBody {
        let rest = Chunks(of: data)
        return .stream {
            if let chunk = rest.next() { return chunk }
            throw NetworkError(.incompleteBody, "cut")
        }
    }

    /// Gives its bytes once.
    private final class Chunks: Sendable {
        private let data: Lock<Data?>

        init(of data: Data) { self.data = Lock(data) }

        func next() -> Data? { data.withLock { $0.take() } }
    }
}
