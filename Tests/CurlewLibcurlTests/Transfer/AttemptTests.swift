import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct AttemptTests {
    private let now = MonotonicTime(nanoseconds: 1_000)

    @Test func waitsForAnothersConnectionUntilOneIsMade() {
        var attempt = Attempt()
        #expect(attempt.isParked == false)
        attempt.park(until: now)
        #expect(attempt.isParked == true)
        #expect(attempt.nextTime == now)
        attempt.connectionBegan()
        #expect(attempt.isParked == false)
        #expect(attempt.nextTime == .distantFuture)
    }

    @Test func saysWhatIsMissingForAConnection() {
        var attempt = Attempt()
        #expect(attempt.missingStep == .another)
        attempt.needsLookup()
        #expect(attempt.missingStep == .nameLookup)
        attempt.stopAwaitingLookup(hasEnded: true, at: now)
        #expect(attempt.missingStep == .another)
        attempt.socketOpened()
        #expect(attempt.missingStep == .connecting)
        attempt.handshakeBegan(at: now)
        #expect(attempt.missingStep == .handshake)
        attempt.socketOpened()
        #expect(attempt.missingStep == .connecting, "another socket has shaken no hands")
    }

    @Test func anAlertIsARefusalAndCountsForItsConnectionAlone() {
        var attempt = Attempt()
        #expect(attempt.refusal(hasIdentity: false) == nil)
        attempt.handshakeBegan(at: now)
        attempt.certificateRequested()
        attempt.alerted(40)
        #expect(attempt.refusal(hasIdentity: false) == .needsClientCertificate)
        attempt.connected(nil)
        #expect(attempt.refusal(hasIdentity: false) == nil)
        attempt.handshakeBegan(at: now)
        attempt.alerted(40)
        #expect(
            attempt.refusal(hasIdentity: false) == .refused, "the second server asks for none")
    }

    @Test func theEndThatTLSAnnouncesCountsForItsConnectionAlone() {
        var attempt = Attempt()
        attempt.note(.received)
        #expect(attempt.closeNotice == .received)
        attempt.connected(nil)
        #expect(attempt.closeNotice == .unknown)
    }

    @Test func knowsWhetherCurlHasMadeTheConnectionForIt() {
        var attempt = Attempt()
        #expect(attempt.isOnFreshConnection == false)
        for (count, isFresh) in [(0, false), (1, true), (1, false), (2, true)] {
            attempt.connectionsMade(count)
            #expect(attempt.isOnFreshConnection == isFresh)
        }
        attempt.handedOver()
        attempt.connectionsMade(1)
        #expect(attempt.isOnFreshConnection == true)
    }

    @Test func addsUpTheTimesOfAllLookups() {
        var attempt = Attempt()
        for wait in [300, 40] as [Int64] {
            attempt.lookupBegan(at: now)
            attempt.stopAwaitingLookup(hasEnded: true, at: now.advanced(byNanoseconds: wait))
        }
        #expect(attempt.progress.lookupTime == 340)
        #expect(attempt.progress.hasAwaitedLookup == true)
    }
}
