import Curlew
import CurlewTesting
import Foundation
import TestSupport

/// Responds like a server that offers one file in ranges.
final class ScriptedFile: Sendable {
    static let bytes = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })

    /// The number of bytes of each response before it is cut; later responses are complete.
    private let cuts: Lock<[Int]>
    private let fields: HTTPFields
    /// Nil for the same.
    private let partFields: HTTPFields?
    /// Whether ranges are served.
    private let servesRanges: Bool
    let clock = TestClock()
    private let failure: NetworkError
    /// What happens instead of the file, by attempt.
    private let obstacles: Lock<[Int: Result<HTTPResponse, NetworkError>]>
    private let asked = Lock<[String?]>([])

    private let contents: Data

    /// Makes a file with a number of repetitions of `bytes`.
    init(
        cuts: [Int] = [], fields: HTTPFields = [.eTag: "\"a\""], partFields: HTTPFields? = nil,
        repeating count: Int = 1,
        servesRanges: Bool = true, obstacles: [Result<HTTPResponse, NetworkError>] = [],
        breakingOffWith failure: NetworkError = NetworkError(.incompleteBody, "cut")
    ) {
        self.failure = failure
        self.servesRanges = servesRanges
        self.obstacles = Lock([:])
        self.cuts = Lock(cuts)
        self.fields = fields
        self.partFields = partFields
        contents = Data((0..<count).flatMap { _ in Self.bytes })
        add(obstacles, afterAttempts: 0)
    }

    /// Lets something else happen instead of the file, after that many attempts.
    func add(_ obstacles: [Result<HTTPResponse, NetworkError>], afterAttempts count: Int) {
        self.obstacles.withLock { all in
            for (index, obstacle) in obstacles.enumerated() { all[count + index] = obstacle }
        }
    }

    /// The requested ranges, in order.
    var ranges: [String?] { asked.withLock { $0 } }

    var client: Client {
        let transport = ScriptedTransport { try self.respond(to: $0) }
        return Client(
            baseURL: "http://example.com", transport: transport, configuration: .init(clock: clock.clock))
    }

    private func respond(to request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
        let number = asked.withLock { asked in
            asked.append(request.fields[.range])
            return asked.count - 1
        }
        if let obstacle = obstacles.withLock({ $0[number] }) { return try obstacle.get() }
        let isSame = request.fields[.ifRange].map {
            [self.fields[.eTag], self.fields[.lastModified]].contains($0)
        }
        let range = servesRanges && isSame == true ? request.fields[.range] : nil
        let first = range.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
        var fields = range == nil ? fields : partFields ?? fields
        fields[.contentLength] = "\(contents.count - first)"
        if range != nil { fields[.contentRange] = "bytes \(first)-\(contents.count - 1)/\(contents.count)" }
        let cut = cuts.withLock { cuts in cuts.isEmpty ? nil : cuts.removeFirst() }
        let rest = contents.dropFirst(first)
        return HTTPResponse(
            status: range == nil ? 200 : 206, fields: fields,
            body: cut.map { breakingOff(rest.prefix($0)) } ?? .data(Data(rest)))
    }

    private func breakingOff(_ data: Data) -> ResponseBody {
        let (rest, failure) = (Chunks(of: data), failure)
        return .stream {
            if let chunk = rest.next() { return chunk }
            throw failure
        }
    }

    /// Returns its bytes once.
    private final class Chunks: Sendable {
        private let data: Lock<Data?>

        init(of data: Data) { self.data = Lock(data) }

        func next() -> Data? { data.withLock { $0.take() } }
    }
}
