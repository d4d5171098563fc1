import Curlew
import Testing

@testable import CurlewLibcurl

/// The rule in tables that were written by hand from RFC 9112 §9.3.1, RFC 9113 §8.7 and RFC 9110 §10.1.1.
struct ResendRuleTests {
    /// Which attempt is about to begin or has ended.
    enum Attempt: String {
        case first
        case second
        /// The second, after it was kept off an idle connection.
        case moved
        case third
        /// The one after a 417.
        case repeated
    }

    /// A request before `attempt`, as long as nothing else has come.
    private func make(_ attempt: Attempt, _ method: HTTPRequest.Method) -> Resend {
        var resend = Resend(isIdempotent: method.isIdempotent, asksToContinue: attempt == .repeated)
        guard attempt != .first else { return resend }
        #expect(resend.attemptStarted(hasSentBytes: false, isOnIdleConnection: true) == .proceed)
        switch attempt {
        case .first, .second: break
        case .moved:
            let action = resend.attemptStarted(hasSentBytes: false, isOnIdleConnection: true)
            #expect(action == .moveToFreshConnection)
            #expect(resend.attemptEnded(.failed, hasSentBytes: false) == .sendOnFreshConnection)
        case .third:
            #expect(resend.attemptStarted(hasSentBytes: false, isOnIdleConnection: false) == .proceed)
        case .repeated:
            resend.responseBegan()
            #expect(resend.headReceived(status: 417, hasSentBody: false) == .repeatWithoutExpect)
        }
        return resend
    }

    /// - written: bytes of the request were written in an earlier attempt.
    /// - response: part of a response to an earlier attempt has come.
    /// - refused: the server has refused the earlier attempt unprocessed.
    /// - idle: the connection was idle before, and carries one request at a time.
    @Test(
        arguments: Row.read(
            """
            attempt   method  written  response  refused  idle  action
            first     PUT     no       no        no       no    proceed
            first     PUT     no       no        no       yes   proceed
            first     POST    no       no        no       no    proceed
            first     POST    no       no        no       yes   proceed

            second    PUT     no       no        no       no    proceed
            second    PUT     no       no        no       yes   move
            second    PUT     no       no        yes      no    proceed
            second    PUT     no       no        yes      yes   proceed
            second    PUT     no       yes       no       no    refuse
            second    PUT     no       yes       no       yes   refuse
            second    PUT     no       yes       yes      no    proceed
            second    PUT     no       yes       yes      yes   proceed
            second    PUT     yes      no        no       no    proceed
            second    PUT     yes      no        no       yes   move
            second    PUT     yes      no        yes      no    proceed
            second    PUT     yes      no        yes      yes   proceed
            second    PUT     yes      yes       no       no    refuse
            second    PUT     yes      yes       no       yes   refuse
            second    PUT     yes      yes       yes      no    proceed
            second    PUT     yes      yes       yes      yes   proceed

            second    POST    no       no        no       no    proceed
            second    POST    no       no        no       yes   move
            second    POST    no       no        yes      no    proceed
            second    POST    no       no        yes      yes   proceed
            second    POST    no       yes       no       no    refuse
            second    POST    no       yes       no       yes   refuse
            second    POST    no       yes       yes      no    proceed
            second    POST    no       yes       yes      yes   proceed
            second    POST    yes      no        no       no    refuse
            second    POST    yes      no        no       yes   refuse
            second    POST    yes      no        yes      no    proceed
            second    POST    yes      no        yes      yes   proceed
            second    POST    yes      yes       no       no    refuse
            second    POST    yes      yes       no       yes   refuse
            second    POST    yes      yes       yes      no    proceed
            second    POST    yes      yes       yes      yes   proceed

            moved     PUT     no       no        no       no    proceed
            moved     PUT     no       no        no       yes   proceed
            moved     PUT     yes      no        no       no    proceed
            moved     PUT     yes      no        no       yes   proceed
            moved     POST    no       no        no       no    proceed
            moved     POST    no       no        no       yes   proceed
            moved     POST    yes      no        no       no    refuse
            moved     POST    yes      no        no       yes   refuse

            third     PUT     no       no        no       no    refuse
            third     PUT     no       no        no       yes   refuse
            third     PUT     yes      no        no       no    refuse
            third     PUT     yes      no        yes      no    proceed
            third     PUT     yes      no        yes      yes   proceed
            third     PUT     yes      yes       no       no    refuse
            third     PUT     yes      yes       yes      no    proceed
            third     POST    no       no        no       no    refuse
            third     POST    no       no        no       yes   refuse
            third     POST    yes      no        no       no    refuse
            third     POST    yes      no        yes      no    proceed
            third     POST    yes      no        yes      yes   proceed
            third     POST    yes      yes       no       no    refuse
            third     POST    yes      yes       yes      no    proceed

            repeated  PUT     no       yes       no       no    proceed
            repeated  PUT     yes      yes       no       no    proceed
            repeated  PUT     yes      yes       no       yes   proceed
            repeated  POST    no       yes       no       no    proceed
            repeated  POST    yes      yes       no       no    proceed
            repeated  POST    yes      yes       no       yes   proceed
            """))
    func anAttempt(row: Row) throws {
        var resend = make(try row.attempt, try row.method)
        if try row.is("response") { resend.responseBegan() }
        if try row.is("refused") { resend.refused() }
        let (hasSentBytes, isIdle) = (try row.is("written"), try row.is("idle"))
        let action = resend.attemptStarted(hasSentBytes: hasSentBytes, isOnIdleConnection: isIdle)
        let names: [Resend.AttemptAction: String] = [
            .proceed: "proceed", .moveToFreshConnection: "move", .refuse: "refuse",
        ]
        #expect(try names[action] == row["action"])
    }

    /// - expect: the request asks to continue.
    /// - body: bytes of its body were taken.
    /// - earlier: a 417 was repeated before.
    /// - next: what becomes of an attempt after it, whatever the method, with bytes written.
    @Test(
        arguments: Row.read(
            """
            status  expect  body  earlier  action   next
            417     yes     no    no       repeat   proceed
            417     yes     no    yes      proceed  refuse
            417     yes     yes   no       proceed  refuse
            417     yes     yes   yes      proceed  refuse
            417     no      no    no       proceed  refuse
            417     no      yes   no       proceed  refuse
            200     yes     no    no       proceed  refuse
            200     yes     yes   no       proceed  refuse
            200     no      no    no       proceed  refuse
            503     yes     no    no       proceed  refuse
            100     yes     no    no       proceed  refuse
            103     no      no    no       proceed  refuse
            """), [HTTPRequest.Method.put, .post])
    func aHead(row: Row, method: HTTPRequest.Method) throws {
        var resend = Resend(isIdempotent: method.isIdempotent, asksToContinue: try row.is("expect"))
        #expect(resend.attemptStarted(hasSentBytes: false, isOnIdleConnection: false) == .proceed)
        resend.responseBegan()
        if try row.is("earlier") {
            #expect(resend.headReceived(status: 417, hasSentBody: false) == .repeatWithoutExpect)
            #expect(resend.attemptStarted(hasSentBytes: true, isOnIdleConnection: false) == .proceed)
            resend.responseBegan()
        }
        let status = try #require(Int(row["status"]))
        let action = resend.headReceived(status: status, hasSentBody: try row.is("body"))
        #expect(action == (try row["action"] == "repeat" ? .repeatWithoutExpect : .proceed))
        let next = resend.attemptStarted(hasSentBytes: true, isOnIdleConnection: false)
        #expect(next == (try row["next"] == "proceed" ? .proceed : .refuse))
    }

    /// - attempt: the one that is about to begin as in the first table, so that the one before it has ended.
    /// - ending: how curl ended it: `lost` is the loss of a connection that was idle before.
    @Test(
        arguments: Row.read(
            """
            attempt   method  response  ending     action
            first     PUT     no        lost       end
            first     PUT     no        failed     end

            second    PUT     no        completed  end
            second    PUT     no        lost       again
            second    PUT     no        failed     end
            second    PUT     yes       lost       end
            second    PUT     yes       failed     end
            second    POST    no        completed  end
            second    POST    no        lost       end
            second    POST    no        failed     end
            second    POST    yes       lost       end

            moved     PUT     no        completed  end
            moved     PUT     no        lost       again
            moved     PUT     no        failed     end
            moved     POST    no        lost       end

            third     PUT     no        completed  end
            third     PUT     no        lost       end
            third     PUT     no        failed     end
            third     POST    no        lost       end

            repeated  PUT     yes       completed  again
            repeated  PUT     yes       lost       end
            repeated  PUT     yes       failed     end
            repeated  POST    yes       completed  again
            repeated  POST    yes       lost       end
            repeated  POST    yes       failed     end
            """))
    func anEnding(row: Row) throws {
        var resend = make(try row.attempt, try row.method)
        if try row.is("response") { resend.responseBegan() }
        let endings: [String: Resend.Ending] = [
            "completed": .completed, "lost": .idleConnectionLost, "failed": .failed,
        ]
        let ending = try #require(endings[try row["ending"]])
        let action = resend.attemptEnded(ending, hasSentBytes: true)
        #expect(action == (try row["action"] == "again" ? .sendAgain : .end))
        #expect(resend.hadSentBytes == (ending != .completed))
    }

    /// Why the exchange fails when its body would have to be read again and cannot be.
    @Test(
        arguments: Row.read(
            """
            method  refused  code              processed
            PUT     no       bodyNotReplayable  yes
            PUT     yes      bodyNotReplayable  no
            POST    no       connectionLost     yes
            POST    yes      bodyNotReplayable  no
            """))
    func aBodyThatCannotBeReadAgain(row: Row) throws {
        var resend = make(.second, try row.method)
        if try row.is("refused") { resend.refused() }
        let error = resend.rewindFailure
        #expect("\(error.code)" == (try row["code"]))
        #expect(error.mayHaveBeenProcessed == (try row.is("processed")))
    }
}
