import CurlewTransport
import Testing

struct DeadlinesTests {
    private static let start = MonotonicTime(nanoseconds: 5_000_000_000)

    private static func at(_ milliseconds: Int) -> MonotonicTime {
        start.advanced(byNanoseconds: Int64(milliseconds) * 1_000_000)
    }

    private func make(
        connect: Int? = nil, head: Int? = nil, idle: Int? = nil, total: Int? = nil
    ) -> Deadlines {
        let timeouts = Timeouts(
            connect: connect.map { .milliseconds($0) }, head: head.map { .milliseconds($0) },
            idle: idle.map { .milliseconds($0) }, total: total.map { .milliseconds($0) })
        return Deadlines(timeouts, start: Self.start)
    }

    /// The first phase to time out if nothing else happens, and its time.
    private func expectTimeout(
        _ deadlines: Deadlines, _ phase: Timeouts.Phase?, at milliseconds: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let phase else {
            #expect(deadlines.next == .distantFuture, sourceLocation: sourceLocation)
            return
        }
        let due = Self.at(milliseconds)
        #expect(deadlines.next == due, sourceLocation: sourceLocation)
        let justBefore = MonotonicTime(nanoseconds: due.nanoseconds - 1)
        #expect(deadlines.passed(at: justBefore) == nil, sourceLocation: sourceLocation)
        let error = deadlines.passed(at: due)
        #expect(error?.code == .timedOut, sourceLocation: sourceLocation)
        #expect(error?.phase == phase, sourceLocation: sourceLocation)
    }

    @Test func connectCountsAnewForTheConnectionOfARepeat() {
        var deadlines = make(connect: 100, head: 5000)
        // A second address of the first attempt.
        var isAnother = deadlines.connectionBegan(at: Self.at(10))
        #expect(!isAnother)
        expectTimeout(deadlines, .connect, at: 100)
        deadlines.connected()
        expectTimeout(deadlines, .head, at: 5000)
        isAnother = deadlines.connectionBegan(at: Self.at(1000))
        #expect(isAnother)
        isAnother = deadlines.connectionBegan(at: Self.at(1010))
        #expect(!isAnother)
        expectTimeout(deadlines, .connect, at: 1100)
        deadlines.connected()
        expectTimeout(deadlines, .head, at: 5000)
        deadlines.headReceived(at: Self.at(2000))
        isAnother = deadlines.connectionBegan(at: Self.at(3000))
        #expect(!isAnother)
        expectTimeout(deadlines, nil)
    }

    @Test func withoutLimitsNothingPasses() {
        var deadlines = make()
        expectTimeout(deadlines, nil)
        deadlines.connected()
        expectTimeout(deadlines, nil)
        deadlines.headReceived(at: Self.at(1))
        expectTimeout(deadlines, nil)
        #expect(deadlines.passed(at: .distantFuture) == nil || deadlines.next == .distantFuture)
    }

    @Test func connectEndsWithTheConnection() {
        var deadlines = make(connect: 100, head: 300, total: 900)
        expectTimeout(deadlines, .connect, at: 100)
        deadlines.connected()
        expectTimeout(deadlines, .head, at: 300)
    }

    @Test func headCountsFromSendingWhileConnectingToo() {
        expectTimeout(make(connect: 500, head: 300), .head, at: 300)
    }

    @Test func everySentByteStartsTheHeadAgain() {
        var deadlines = make(head: 300)
        deadlines.connected()
        deadlines.bytesSent(at: Self.at(200))
        expectTimeout(deadlines, .head, at: 500)
        deadlines.bytesSent(at: Self.at(450))
        expectTimeout(deadlines, .head, at: 750)
    }

    @Test func receivedBytesDoNotStartTheHeadAgain() {
        var deadlines = make(head: 300)
        deadlines.connected()
        deadlines.bytesReceived(at: Self.at(200))
        expectTimeout(deadlines, .head, at: 300)
    }

    @Test func idleCountsOnlyAfterTheHead() {
        var deadlines = make(idle: 50)
        deadlines.connected()
        expectTimeout(deadlines, nil)
        deadlines.headReceived(at: Self.at(400))
        expectTimeout(deadlines, .idle, at: 450)
    }

    @Test func bytesInEitherDirectionStartIdleAgain() {
        var deadlines = make(idle: 50)
        deadlines.headReceived(at: Self.at(400))
        deadlines.bytesReceived(at: Self.at(440))
        expectTimeout(deadlines, .idle, at: 490)
        deadlines.bytesSent(at: Self.at(480))
        expectTimeout(deadlines, .idle, at: 530)
    }

    @Test func aPauseByTheReaderIsNotIdleness() {
        var deadlines = make(idle: 50, total: 9000)
        deadlines.headReceived(at: Self.at(400))
        deadlines.readerPaused()
        expectTimeout(deadlines, .total, at: 9000)
        deadlines.readerResumed(at: Self.at(5000))
        expectTimeout(deadlines, .idle, at: 5050)
    }

    @Test func aPauseBeforeTheHeadChangesNothing() {
        var deadlines = make(head: 300, idle: 50)
        deadlines.readerPaused()
        deadlines.readerResumed(at: Self.at(10))
        expectTimeout(deadlines, .head, at: 300)
    }

    @Test func totalRunsInEveryPhase() {
        var deadlines = make(connect: 900, head: 900, idle: 900, total: 100)
        expectTimeout(deadlines, .total, at: 100)
        deadlines.connected()
        expectTimeout(deadlines, .total, at: 100)
        deadlines.headReceived(at: Self.at(50))
        expectTimeout(deadlines, .total, at: 100)
        deadlines.readerPaused()
        expectTimeout(deadlines, .total, at: 100)
        deadlines.ended()
        expectTimeout(deadlines, nil)
        #expect(deadlines.passed(at: Self.at(10_000)) == nil)
    }

    @Test func theFirstOfSeveralIsNamed() {
        let deadlines = make(connect: 300, head: 200, total: 400)
        #expect(deadlines.passed(at: Self.at(1000))?.phase == .head)
        #expect(make(connect: 200, head: 200, total: 200).passed(at: Self.at(200))?.phase == .connect)
    }

    @Test func withoutAConnectionTheErrorSaysWhatIsLacking() {
        var deadlines = make(connect: 100, head: 200, total: 300)
        let lack = MissingConnection(to: "h:8080", .nameLookup)
        let error = deadlines.passed(at: Self.at(100), lacking: lack)
        #expect(
            error?.message
                == "no connection was made to h:8080 within 100 ms (connect limit): the name lookup did not finish"
        )
        #expect(error?.mayHaveBeenProcessed == false)
        #expect(deadlines.passed(at: Self.at(99), lacking: lack) == nil)
        deadlines.connected()
        let late = deadlines.passed(at: Self.at(200), lacking: lack)
        #expect(late?.message == "no response arrived within 200 ms")
        #expect(late?.mayHaveBeenProcessed == nil)
    }

    @Test func aMissingConnectionThatIsNotKnownIsNotMentioned() {
        let error = make(head: 200).passed(at: Self.at(200), lacking: nil)
        #expect(error?.message == "no response arrived within 200 ms")
    }

    @Test func aLimitTooLargeForTheClockIsNone() {
        let huge = Duration.seconds(Int64.max)
        let deadlines = Deadlines(
            Timeouts(connect: huge, head: huge, idle: huge, total: huge), start: Self.start)
        expectTimeout(deadlines, nil)
        #expect(deadlines.passed(at: MonotonicTime(nanoseconds: .max - 1)) == nil)
    }

    @Test func aLimitWhoseEndTheClockCannotHoldIsNone() {
        let limit = Duration.nanoseconds(Int64.max - 1)
        var deadlines = Deadlines(
            Timeouts(connect: limit, head: limit, idle: limit, total: limit), start: Self.start)
        expectTimeout(deadlines, nil)
        deadlines.connected()
        deadlines.headReceived(at: Self.start)
        expectTimeout(deadlines, nil)
    }

    @Test func aSecondConnectionDoesNotStartConnectAgain() {
        var deadlines = make(connect: 100, head: 300)
        deadlines.connected()
        deadlines.connected()
        expectTimeout(deadlines, .head, at: 300)
        deadlines.headReceived(at: Self.at(10))
        deadlines.connected()
        expectTimeout(deadlines, nil)
    }
}
