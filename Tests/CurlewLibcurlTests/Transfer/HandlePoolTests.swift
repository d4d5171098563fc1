import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct HandlePoolTests {
    private static let bufferSize = 16 * 1024
    private var pool = HandlePool()

    private mutating func take() throws -> PooledHandle {
        let handle = pool.take()
        return try #require(handle)
    }

    private mutating func giveBack(_ handle: PooledHandle) {
        pool.giveBack(handle, bufferSize: Self.bufferSize)
    }

    @Test mutating func anEmptyPoolMakesNewHandles() throws {
        let (first, second) = (try take(), try take())
        #expect(first !== second)
    }

    @Test mutating func theHandleThatCameBackLastIsTakenFirst() throws {
        let (first, second) = (try take(), try take())
        giveBack(first)
        giveBack(second)
        let (next, last, new) = (try take(), try take(), try take())
        #expect(next === second)
        #expect(last === first)
        #expect(new !== first && new !== second)
    }

    @Test mutating func aHandleKeepsItsShape() throws {
        let handle = try take()
        handle.shape = RequestShape(
            method: .get, content: .none, isSecure: false, options: .init(), mayUseHTTP2: false)
        giveBack(handle)
        let shape = try take().shape
        #expect(shape != nil)
    }

    @Test mutating func aSpentHandleIsNotTakenAgain() throws {
        let handle = try take()
        try handle.set([:], suppressing: [], asksToContinue: true)
        handle.dropExpect()
        giveBack(handle)
        let next = try take()
        #expect(next !== handle)
    }

    @Test mutating func keepsNoMoreThanAFewHundred() throws {
        let handles = try (0..<300).map { _ in try take() }
        for handle in handles { giveBack(handle) }
        let taken = try (0..<300).map { _ in try take() }
        let known = Set(handles.map(ObjectIdentifier.init))
        #expect(taken.count { known.contains(ObjectIdentifier($0)) } == 256)
    }
}
