import CCurl
import Glibc
import Testing

@testable import CurlewLibcurl

struct SocketPairTests {
    private func pair() throws -> [Int32] {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        return ends
    }

    private func isInherited(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 }

    @Test func bothEndsAreHiddenAndNoOthers() throws {
        let (first, second, third) = (try pair(), try pair(), try pair())
        defer { (first + second + third).forEach { _ = close($0) } }
        SocketPair(second[0]).closeOnExec()
        #expect(second.allSatisfy { !isInherited($0) })
        #expect((first + third).allSatisfy(isInherited))
        SocketPair(third[1]).closeOnExec()
        #expect(third.allSatisfy { !isInherited($0) })
        #expect(first.allSatisfy(isInherited))
    }

    @Test func theEndsStillCarryBytes() throws {
        let ends = try pair()
        defer { ends.forEach { _ = close($0) } }
        SocketPair(ends[0]).closeOnExec()
        var byte: UInt8 = 7
        #expect(unsafe write(ends[1], &byte, 1) == 1)
        byte = 0
        #expect(unsafe read(ends[0], &byte, 1) == 1)
        #expect(byte == 7)
    }

    @Test func aPairIsFoundByTheByteThatComes() throws {
        let (quiet, woken) = (try pair(), try pair())
        defer { (quiet + woken).forEach { _ = close($0) } }
        let found = SocketPair(wokenBy: {
            var byte: UInt8 = 1
            _ = unsafe write(woken[1], &byte, 1)
        })
        found?.closeOnExec()
        #expect(woken.allSatisfy { !isInherited($0) })
        #expect(quiet.allSatisfy(isInherited))
    }

    /// In a process of its own, since another test's pair may receive a byte at the same moment.
    @Test func noPairIsFoundWithoutAByte() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            try #require(SocketPair(wokenBy: {}).map { _ in true } == nil)
        }
    }

    @Test func aPairIsToldFromAnotherThatIsWokenAtTheSameMoment() throws {
        let (other, woken) = (try pair(), try pair())
        defer { (other + woken).forEach { _ = close($0) } }
        var isFirst = true
        let found = SocketPair(wokenBy: {
            var byte: UInt8 = 1
            if isFirst { _ = unsafe write(other[1], &byte, 1) }
            isFirst = false
            _ = unsafe write(woken[1], &byte, 1)
        })
        found?.closeOnExec()
        #expect(woken.allSatisfy { !isInherited($0) })
        #expect(other.allSatisfy(isInherited))
    }

    @Test func theEndThatALookupReportsIsHiddenWithItsPeer() throws {
        let ends = try pair()
        defer { ends.forEach { _ = close($0) } }
        LoopCallbacks().wants(CURL_POLL_IN, of: ends[0])
        #expect(ends.allSatisfy { !isInherited($0) })
    }

    @Test func bothEndsOfAPipeAreHiddenAndNoOthers() throws {
        var (quiet, woken): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        try #require(unsafe pipe(&quiet) == 0 && pipe(&woken) == 0)
        defer { (quiet + woken).forEach { _ = close($0) } }
        let found = SocketPair(wokenBy: {
            var byte: UInt8 = 1
            _ = unsafe write(woken[1], &byte, 1)
        })
        found?.closeOnExec()
        #expect(woken.allSatisfy { !isInherited($0) })
        #expect(quiet.allSatisfy(isInherited))
    }

    @Test func otherDescriptorsAreLeftAlone() throws {
        let file = unsafe open("/dev/null", O_RDONLY)
        try #require(file >= 0)
        defer { close(file) }
        SocketPair(file).closeOnExec()
        SocketPair(-1).closeOnExec()
        #expect(isInherited(file))
    }
}
