import Curlew
import CurlewLibcurl

extension Figure {
    /// The resident memory over a million small requests: flat after the first of them.
    static let requests = Figure(name: "requests") { server in
        let transport = LibcurlTransport()
        let work = Work(
            name: "requests", url: "\(server)/json", concurrency: 64, total: roundSize)
        let request = try HTTPRequest(url: work.url)
        let start = ContinuousClock.now
        var line = LeastSquares()
        var failures = 0
        for round in 1...roundCount {
            failures += await Workers.run(work) {
                try await transport.send(request).body.collect(upTo: work.length).count == work.length
            }.failures
            if round * roundSize < warmUpCount { continue }
            line.add(Double(round * roundSize), Double(try ProcessStatus.residentBytes()))
        }
        return [
            .equal(0, "failures of \(roundCount * roundSize) requests", failures),
            .atMost(2, "bytes", "memory per request after the first \(warmUpCount)", line.slope),
            .atMost(200, "s", "time", (ContinuousClock.now - start) / .seconds(1)),
        ]
    }

    private static let roundCount = 100
    private static let roundSize = 10_000
    private static let warmUpCount = 50_000
}

/// The least-squares line through some points.
private struct LeastSquares {
    private var points: [(x: Double, y: Double)] = []

    mutating func add(_ x: Double, _ y: Double) { points.append((x, y)) }

    var slope: Double {
        let count = Double(points.count)
        let middleX = points.reduce(0) { $0 + $1.x } / count
        let middleY = points.reduce(0) { $0 + $1.y } / count
        let sum = points.reduce(into: (xy: 0.0, xx: 0.0)) { sum, point in
            sum.xy += (point.x - middleX) * (point.y - middleY)
            sum.xx += (point.x - middleX) * (point.x - middleX)
        }
        return sum.xy / sum.xx
    }
}
