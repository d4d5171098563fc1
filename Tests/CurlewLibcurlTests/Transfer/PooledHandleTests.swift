import CCurl
import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct PooledHandleTests {
    private let handle: PooledHandle

    init() throws {
        handle = try #require(PooledHandle())
    }

    private func list(
        of fields: HTTPFields, suppressing suppressed: FieldList.Suppressed = [], asksToContinue: Bool = false
    ) throws -> UnsafeMutablePointer<curl_slist>? {
        try handle.set(fields, suppressing: suppressed, asksToContinue: asksToContinue)
        return unsafe handle.fieldList.first
    }

    private let shape = RequestShape(
        method: .get, content: .none, isSecure: false, options: .init(), mayUseHTTP2: false)

    @Test func aNewHandleHasNoShapeAndIsNotSpent() {
        #expect(handle.shape == nil)
        #expect(handle.route == 0)
        #expect(!handle.isSpent)
    }

    // A list is made before the one that it replaces is freed, so that no two of them have the same address.
    @Test func theSameFieldsAreNotSetTwice() throws {
        let first = unsafe try list(of: ["X": "1"], suppressing: .accept)
        #expect(unsafe first != nil)
        #expect(unsafe try list(of: ["X": "1"], suppressing: .accept) == first)
        #expect(unsafe try list(of: ["X": "2"], suppressing: .accept) != first)
    }

    @Test func theSameFieldsWithOtherSuppressedOnesAreSet() throws {
        let first = unsafe try list(of: ["X": "1"], suppressing: .accept)
        #expect(unsafe try list(of: ["X": "1"], suppressing: [.accept, .contentType]) != first)
    }

    @Test func fieldsThatAskToContinueAreSetEachTime() throws {
        let first = unsafe try list(of: ["X": "1"])
        let asking = unsafe try list(of: ["X": "1"], asksToContinue: true)
        #expect(unsafe asking != first)
        let again = unsafe try list(of: ["X": "1"], asksToContinue: true)
        #expect(unsafe again != asking)
        #expect(unsafe try list(of: ["X": "1"]) != again, "the list that asks is not kept for others")
    }

    @Test func aResetForgetsShapeFieldsAndRoute() throws {
        handle.shape = shape
        handle.setRoute(3)
        let first = unsafe try list(of: ["X": "1"])
        try handle.reset()
        #expect(handle.shape == nil)
        #expect(handle.route == 0)
        #expect(unsafe try list(of: ["X": "1"]) != first)
    }

    @Test func aRouteLeavesTheShapeAsItIs() {
        handle.shape = shape
        for route in [1, 7, 0] {
            handle.setRoute(route)
            #expect(handle.route == route)
            #expect(handle.shape == shape)
        }
    }

    @Test func aRouteThatCurlRefusesLeavesTheOldOneAndTheOptionsInDoubt() {
        handle.setRoute(2)
        handle.shape = shape
        handle.setRoute(.max - 1)
        #expect(handle.route == 2)
        #expect(handle.shape == nil)
    }

    @Test func aFreshConnectionLeavesTheOptionsInDoubt() {
        handle.shape = shape
        #expect(handle.useFreshConnection())
        #expect(handle.shape == nil)
    }

    @Test func aHandleThatAsksNoLongerIsSpent() throws {
        try handle.set([:], suppressing: [], asksToContinue: true)
        #expect(!handle.isSpent)
        handle.dropExpect()
        #expect(handle.isSpent)
    }
}
