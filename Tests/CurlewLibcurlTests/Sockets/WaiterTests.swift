import CCurl
import CurlewTesting
import Glibc
import Testing

@testable import CurlewLibcurl

/// The same for each waiter: pipes and pairs take the place of connections.
@Suite(.timeLimit(.minutes(5)))
struct WaiterTests {
    @Test(arguments: WaiterKind.allCases) func reportsWhatIsReady(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        #expect(waiter.wait(milliseconds: 0) == 0)
        waiter.apply(.add(pair.first, .read))
        #expect(waiter.wait(milliseconds: 0) == 0)
        pair.writeToFirst()
        #expect(waiter.readyNow() == [pair.first: .read])
        #expect(waiter.readyNow() == [pair.first: .read], "it is told again until it is read")
        pair.readFirst()
        #expect(waiter.wait(milliseconds: 0) == 0)
    }

    @Test(arguments: WaiterKind.allCases) func waitsUntilSomethingIsReady(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        waiter.apply(.add(pair.first, .read))
        let start = ContinuousClock.now
        #expect(waiter.wait(milliseconds: 20) == 0)
        #expect(start.duration(to: .now) >= .milliseconds(20))
        pair.writeToFirst()
        #expect(waiter.wait(milliseconds: -1) == 1)
    }

    @Test(arguments: WaiterKind.allCases) func modifiesAndRemoves(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        waiter.apply(.add(pair.first, [.read, .write]))
        #expect(waiter.readyNow() == [pair.first: .write])
        waiter.apply(.modify(pair.first, .read))
        #expect(waiter.readyNow() == [:])
        waiter.apply(.modify(pair.first, .write))
        #expect(waiter.readyNow() == [pair.first: .write])
        waiter.apply(.remove(pair.first))
        #expect(waiter.readyNow() == [:])
        waiter.apply(.remove(pair.first))
        #expect(waiter.readyNow() == [:])
    }

    @Test(arguments: WaiterKind.allCases) func reportsThePeersClose(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        waiter.apply(.add(pair.first, .read))
        pair.closeSecond()
        #expect(waiter.readyNow()[pair.first]?.contains(.read) == true)
    }

    @Test(arguments: WaiterKind.allCases) func recoversWhenItKnewTheDescriptor(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        waiter.apply(.add(pair.first, .read))
        waiter.apply(.add(pair.first, .write))
        #expect(waiter.readyNow() == [pair.first: .write])
    }

    @Test(arguments: WaiterKind.allCases) func recoversWhenItDidNotKnowTheDescriptor(kind: WaiterKind) throws
    {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        waiter.apply(.modify(pair.first, .write))
        #expect(waiter.readyNow() == [pair.first: .write])
    }

    @Test(arguments: WaiterKind.allCases) func aReusedNumberIsRegisteredAgain(kind: WaiterKind) throws {
        // Another test may take the number in between: then with another one.
        for _ in 0..<100 {
            let waiter = try kind.make()
            let old = try DescriptorPair()
            waiter.apply(.add(old.first, .read))
            let number = old.first
            old.closeFirst()
            guard let new = try DescriptorPair(firstAt: number) else { continue }
            waiter.apply(.add(number, .read))
            new.writeToFirst()
            #expect(waiter.readyNow() == [number: .read])
            return
        }
        Issue.record("no number could be used again")
    }

    @Test(arguments: WaiterKind.allCases) func aClosedDescriptorDoesNotKeepItAwake(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pair = try DescriptorPair()
        waiter.apply(.add(pair.first, .read))
        pair.closeFirst()
        _ = waiter.wait(milliseconds: 0)
        #expect(waiter.wait(milliseconds: 0) == 0)
    }

    @Test(arguments: WaiterKind.allCases) func reportsManyAtOnce(kind: WaiterKind) throws {
        let waiter = try kind.make()
        let pairs = try (0..<100).map { _ in try DescriptorPair() }
        for pair in pairs { waiter.apply(.add(pair.first, [.read, .write])) }
        for pair in pairs.prefix(50) { pair.writeToFirst() }
        let ready = waiter.readyNow()
        #expect(ready.count == 100)
        #expect(ready.values.count { $0 == [.read, .write] } == 50)
    }

    @Test(arguments: WaiterKind.allCases) func aSignalWakesIt(kind: WaiterKind) throws {
        let waiter = try kind.make()
        guard let wakeup = WakeupDescriptor() else { throw WaiterKind.NoDescriptorLeft() }
        waiter.apply(.add(wakeup.readEnd, .read))
        wakeup.signal()
        wakeup.signal()
        #expect(waiter.readyNow() == [wakeup.readEnd: .read])
        wakeup.drain()
        #expect(waiter.readyNow() == [:])
        wakeup.drain()
        wakeup.signal()
        #expect(waiter.readyNow() == [wakeup.readEnd: .read])
    }
}

enum WaiterKind: CaseIterable {
    case epoll
    case poll

    struct NoDescriptorLeft: Error {}

    func make() throws -> any Waiter {
        guard let waiter = makeIfPossible() else { throw NoDescriptorLeft() }
        return waiter
    }

    func makeIfPossible() -> (any Waiter)? {
        switch self {
        case .epoll: EpollWaiter()
        case .poll: PollWaiter()
        }
    }
}

extension Waiter {
    fileprivate func readyNow() -> [Int32: ReadyEvents] {
        let count = wait(milliseconds: 0)
        return Dictionary(uniqueKeysWithValues: (0..<count).map { ready(at: $0) })
    }
}

/// Two connected descriptors, closed at the end.
private final class DescriptorPair {
    let first: Int32
    private let second: Int32
    private var isFirstOpen = true
    private var isSecondOpen = true

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        (first, second) = (ends[0], ends[1])
    }

    /// A pair whose first descriptor has this number; nil if the number is in use.
    init?(firstAt number: Int32) throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        if ends[1] == number { ends.swapAt(0, 1) }
        (first, second) = (ends[0] == number ? number : fcntl(ends[0], F_DUPFD, number), ends[1])
        if ends[0] != first { close(ends[0]) }
        if first != number { return nil }
    }

    deinit {
        closeFirst()
        closeSecond()
    }

    func writeToFirst() {
        var byte: UInt8 = 1
        _ = unsafe write(second, &byte, 1)
    }

    func readFirst() {
        var byte: UInt8 = 0
        _ = unsafe read(first, &byte, 1)
    }

    func closeFirst() {
        if isFirstOpen { close(first) }
        isFirstOpen = false
    }

    func closeSecond() {
        if isSecondOpen { close(second) }
        isSecondOpen = false
    }
}
