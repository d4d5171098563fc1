import Curlew
import Testing

@testable import CurlewLibcurl

struct ConnectionProgressTests {
    private let addresses = (1...3).map { SocketAddress(ipv4: 0x7F00_0000 + $0, port: 80) }

    private static func at(_ milliseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test func theFirstAddressHasASecond() {
        var progress = ConnectionProgress()
        #expect(progress.checkTime == .distantFuture)
        progress.attemptBegan(7, addresses[0], patience: 1_000_000_000, at: Self.at(100))
        #expect(progress.checkTime == Self.at(1100))
        // The other family's first address.
        progress.attemptBegan(8, addresses[1], patience: 1_000_000_000, at: Self.at(300))
        #expect(progress.checkTime == Self.at(1100))
        #expect(progress.tried == Array(addresses.prefix(2)))
    }

    @Test func afterARefusalTheOthersAreDueAtOnce() {
        var progress = ConnectionProgress()
        progress.attemptBegan(7, addresses[0], patience: 1_000_000_000, at: Self.at(100))
        progress.attemptBegan(8, addresses[1], patience: 1_000_000_000, at: Self.at(300))
        progress.attemptEnded(7, at: Self.at(400))
        #expect(progress.checkTime == Self.at(1100))
        progress.attemptEnded(8, at: Self.at(500))
        #expect(progress.checkTime == Self.at(500))
        progress.attemptBegan(7, addresses[2], patience: 1_000_000_000, at: Self.at(500))
        #expect(progress.checkTime == Self.at(1500))
    }

    @Test func withAConnectionNothingIsWatched() {
        var progress = ConnectionProgress()
        progress.attemptBegan(7, addresses[0], patience: 1_000_000_000, at: Self.at(100))
        progress.stopWatching()
        #expect(progress.checkTime == .distantFuture)
        #expect(progress.sockets.isEmpty)
        #expect(progress.tried == [addresses[0]])
    }
}
