import Testing

@testable import CurlewTransport

struct ProgressMeterTests {
    private let start = ContinuousClock.now

    @Test func reportsNoMoreOftenThanEveryTenthOfASecond() {
        var meter = ProgressMeter()
        #expect(meter.moved(to: 0, of: 10, now: start) != nil)
        #expect(meter.moved(to: 1, of: 10, now: start + .milliseconds(99)) == nil)
        #expect(meter.moved(to: 2, of: 10, now: start + .milliseconds(100))?.completed == 2)
        #expect(meter.moved(to: 3, of: 10, now: start + .milliseconds(199)) == nil)
        #expect(meter.report(3, of: 10, now: start + .milliseconds(199)).completed == 3)
    }

    @Test func theRateFollowsTheTransfer() {
        var meter = ProgressMeter()
        #expect(meter.report(1000, of: nil, now: start).rate == 0)
        #expect(meter.report(2000, of: nil, now: start + .seconds(1)).rate == 1000)
        let slower = meter.report(2000, of: nil, now: start + .seconds(2)).rate
        #expect((600...700).contains(slower))
        #expect(meter.report(2000, of: nil, now: start + .seconds(60)).rate < 30)
    }

    @Test func aTransferThatGoesBackKeepsItsRate() {
        var meter = ProgressMeter()
        _ = meter.report(0, of: nil, now: start)
        _ = meter.report(500, of: nil, now: start + .seconds(1))
        #expect(meter.report(0, of: nil, now: start + .seconds(2)).rate == 500)
        #expect(meter.report(0, of: nil, now: start + .seconds(2)).rate == 500)
    }

    @Test func fractionAndTimeLeftFollow() {
        let progress = TransferProgress(completed: 25, total: 100, rate: 50)
        #expect(progress.fraction == 0.25)
        #expect(progress.timeLeft == .milliseconds(1500))
        #expect(TransferProgress(completed: 25).fraction == nil)
        #expect(TransferProgress(completed: 0, total: 0).fraction == 1)
        #expect(TransferProgress(completed: 2, total: 1, rate: 1).fraction == 1)
        #expect(TransferProgress(completed: 25, total: 100).timeLeft == nil)
        #expect(TransferProgress(completed: 0, total: .max, rate: 1e-9).timeLeft == nil)
    }
}
