import CCurl
import Glibc
import Testing

@testable import CurlewLibcurl

/// A pair of sockets takes the place of a connection; what is done is seen at its other end.
struct IdleConnectionTests {
    private final class Pair {
        let own: Int32
        let peer: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            (own, peer) = (ends[0], ends[1])
        }

        deinit {
            close(own)
            close(peer)
        }

        func peerSends(_ count: Int) {
            let bytes = [UInt8](repeating: 1, count: count)
            #expect(unsafe write(peer, bytes, count) == count)
        }

        /// Whether its peer has been told that nothing more comes.
        var isEnded: Bool {
            var byte: UInt8 = 0
            return unsafe recv(peer, &byte, 1, Int32(MSG_DONTWAIT)) == 0
        }

        /// Whether anything is left to read.
        var hasInput: Bool {
            var byte: UInt8 = 0
            return unsafe recv(own, &byte, 1, Int32(Int(MSG_DONTWAIT) | Int(MSG_PEEK))) > 0
        }
    }

    @Test(arguments: [true, false]) func aQuietConnectionIsLeftAlone(isMultiplexed: Bool) throws {
        let pair = try Pair()
        #expect(!IdleConnection(pair.own).discardInput(isMultiplexed: isMultiplexed))
        #expect(!pair.isEnded)
    }

    @Test(arguments: [1, 5000, 100_000]) func whatNobodyAskedForEndsIt(count: Int) throws {
        let pair = try Pair()
        pair.peerSends(count)
        #expect(IdleConnection(pair.own).discardInput(isMultiplexed: false))
        #expect(pair.isEnded)
        #expect(!pair.hasInput)
    }

    @Test func aMultiplexedConnectionMayReceiveAtAnyTime() throws {
        let pair = try Pair()
        pair.peerSends(10)
        #expect(!IdleConnection(pair.own).discardInput(isMultiplexed: true))
        #expect(!pair.isEnded)
        #expect(pair.hasInput)
    }

    @Test(arguments: [true, false], [0, 10])
    func aPeerThatHasEndedEndsIt(isMultiplexed: Bool, count: Int) throws {
        let pair = try Pair()
        pair.peerSends(count)
        shutdown(pair.peer, Int32(SHUT_WR))
        #expect(IdleConnection(pair.own).discardInput(isMultiplexed: isMultiplexed))
        #expect(pair.isEnded)
        #expect(!pair.hasInput)
    }

    @Test func isWritableUntilItsBufferIsFull() throws {
        let pair = try Pair()
        #expect(IdleConnection(pair.own).isWritable)
        let bytes = [UInt8](repeating: 1, count: 64 << 10)
        while unsafe send(pair.own, bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 {}
        #expect(!IdleConnection(pair.own).isWritable)
    }

    @Test func onlyTCPTellsWhenBytesWereSent() throws {
        let pair = try Pair()
        #expect(IdleConnection(pair.own).nanosecondsSinceSent == nil)
        let tcp = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(tcp) }
        #expect(IdleConnection(tcp).nanosecondsSinceSent != nil)
    }
}
