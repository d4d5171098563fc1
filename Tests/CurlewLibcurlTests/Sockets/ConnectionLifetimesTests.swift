import Curlew
import Testing

@testable import CurlewLibcurl

struct ConnectionLifetimesTests {
    private var table = SocketTable()

    init() {
        table.lifetimes = ConnectionLifetimes(idle: 1_000, total: 5_000)
    }

    private static func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

    /// An opened connection that curl no longer watches.
    private mutating func keepConnection(_ descriptor: Int32, opened: Int64 = 1, idleSince: Int64) {
        table.now = Self.at(opened)
        table.opened(descriptor)
        table.wants(.read, of: descriptor)
        table.now = Self.at(idleSince)
        table.wants([], of: descriptor)
    }

    private mutating func expired(at nanoseconds: Int64) -> [Int32] {
        table.now = Self.at(nanoseconds)
        return table.takeExpired()
    }

    @Test mutating func anIdleConnectionExpiresAfterItsTime() {
        keepConnection(5, idleSince: 100)
        #expect(table.nextExpiry == Self.at(1_200), "a tenth later, with those that follow soon")
        #expect(expired(at: 1_099) == [])
        #expect(table.nextExpiry == Self.at(1_200))
        #expect(expired(at: 1_100) == [5])
        #expect(table.nextExpiry == .distantFuture)
    }

    @Test mutating func aConnectionThatIsUsedExpiresNot() {
        keepConnection(5, idleSince: 100)
        table.wants(.read, of: 5)
        #expect(expired(at: 10_000) == [])
        #expect(table.nextExpiry == .distantFuture)
        table.wants([], of: 5)
        #expect(expired(at: 10_000) == [5], "it is older than any connection may become")
    }

    @Test mutating func anOldConnectionExpiresBeforeItWasIdleForLong() {
        keepConnection(5, opened: 1, idleSince: 4_900)
        #expect(expired(at: 5_000) == [])
        #expect(expired(at: 5_001) == [5])
    }

    @Test mutating func aConnectionThatSpeaksWhileIdleExpiresToo() {
        keepConnection(5, idleSince: 100)
        let isWanted = table.fired(5)
        #expect(!isWanted)
        #expect(expired(at: 1_100) == [5])
    }

    @Test mutating func aConnectionThatIsPausedLivesOn() {
        keepConnection(5, idleSince: 100)
        #expect(expired(at: 1_100) == [5])
        table.noteUse(of: 5)
        #expect(expired(at: 2_099) == [])
        #expect(expired(at: 2_100) == [5])
    }

    @Test mutating func aConnectionThatIsPausedAndTooOldIsLookedAtAgainAfterAPause() {
        let second: Int64 = 1_000_000_000
        keepConnection(5, idleSince: 4_900)
        #expect(expired(at: 5_001) == [5])
        table.noteUse(of: 5)
        #expect(table.nextExpiry == Self.at(second + 5_001))
        #expect(expired(at: second + 5_001) == [5])
    }

    @Test mutating func aConnectionThatWasShutDownIsNamedOnceAndForgottenWhenItIsClosed() {
        for descriptor: Int32 in [5, 6] { keepConnection(descriptor, idleSince: 100) }
        #expect(expired(at: 1_100) == [5, 6])
        table.closed(6)
        table.noteEnding(5)
        #expect(table.hasEnding)
        #expect(expired(at: 2_000) == [])
        table.closed(5)
        #expect(!table.hasEnding)
    }

    @Test mutating func whatIsNoConnectionExpiresNot() {
        table.now = Self.at(1)
        table.wants(.read, of: 7)
        table.wants([], of: 7)
        #expect(expired(at: 10_000) == [])
        #expect(table.nextExpiry == .distantFuture)
    }
}
