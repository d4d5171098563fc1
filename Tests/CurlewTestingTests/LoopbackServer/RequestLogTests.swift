import Testing

@testable import CurlewTesting

struct RequestLogTests {
    private static func request(_ target: String) -> LoopbackServer.ReceivedRequest {
        LoopbackServer.ReceivedRequest(method: "GET", target: target, minorVersion: 1, fields: [], head: [])
    }

    @Test(arguments: [(0, []), (1, ["/6"]), (3, ["/4", "/5", "/6"]), (7, (0...6).map { "/\($0)" })])
    func keepsTheLatestInOrderAndCountsAll(limit: Int, kept: [String]) {
        var log = RequestLog(limit: limit)
        for number in 0...6 { #expect(log.append(Self.request("/\(number)")) == number) }
        #expect(log.latest.map(\.target) == kept)
        #expect(log.count == 7)
    }

    @Test func changesOnlyARequestThatIsStillKept() {
        var log = RequestLog(limit: 2)
        for number in 0...2 { _ = log.append(Self.request("/\(number)")) }
        for number in 0...2 { log.update(number) { $0.bodyLength += 1 + number } }
        #expect(log.latest.map(\.bodyLength) == [2, 3])
    }
}
