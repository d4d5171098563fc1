import CurlewTesting
import Foundation
import Testing

@testable import Curlew

struct TraceContextTests {
    private static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func readsAndWritesAField() throws {
        let trace = try #require(TraceContext(traceparent: Self.valid, tracestate: "a=1,b=2"))
        #expect(trace.traceID == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(trace.parentID == "00f067aa0ba902b7")
        #expect(trace.isSampled && trace.state == "a=1,b=2")
        #expect(trace.traceparent == Self.valid)
    }

    @Test(arguments: [("00", false), ("01", true), ("02", false), ("03", true), ("ff", true)])
    func onlySampledIsHandedOn(flags: String, isSampled: Bool) {
        let trace = TraceContext(traceparent: Self.valid.dropLast(2) + flags)
        #expect(trace?.isSampled == isSampled)
        #expect(trace?.traceparent.hasSuffix(isSampled ? "-01" : "-00") == true)
    }

    @Test func aLaterVersionIsReadAsFarAsThisOneGoes() {
        #expect(TraceContext(traceparent: "cc" + Self.valid.dropFirst(2))?.traceparent == Self.valid)
        #expect(
            TraceContext(traceparent: "cc" + Self.valid.dropFirst(2) + "-more")?.traceparent == Self.valid)
        #expect(TraceContext(traceparent: "cc" + Self.valid.dropFirst(2) + ".more") == nil)
    }

    @Test func isNoneWhenCutAnywhere() {
        for length in 0..<Self.valid.utf8.count {
            #expect(TraceContext(traceparent: String(Self.valid.prefix(length))) == nil)
            #expect(TraceContext(traceparent: String(Self.valid.dropFirst(length + 1))) == nil)
        }
    }

    @Test func isNoneWithAnyByteReplaced() {
        for place in 0..<Self.valid.utf8.count {
            for byte in [UInt8(ascii: "g"), UInt8(ascii: "A"), UInt8(ascii: " "), 0] {
                var bytes = Array(Self.valid.utf8)
                bytes[place] = byte
                #expect(TraceContext(traceparent: String(decoding: bytes, as: UTF8.self)) == nil)
            }
        }
    }

    @Test(arguments: [
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-010",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nX: 1",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
    func isNone(text: String) {
        #expect(TraceContext(traceparent: text) == nil)
    }

    @Test(arguments: ["", "a=1\r\nX: 2", "é=1", "\0", String(repeating: "a", count: 513)])
    func anInvalidStateIsDropped(state: String) {
        let trace = TraceContext(traceparent: Self.valid, tracestate: state)
        #expect(trace != nil && trace?.state == nil)
    }

    @Test func aNewTraceIsValidAndAChildIsOfTheSameTrace() {
        for _ in 0..<100 {
            let trace = TraceContext()
            #expect(TraceContext(traceparent: trace.traceparent) == trace)
            let child = trace.child()
            #expect(child.traceID == trace.traceID && child.parentID != trace.parentID)
        }
    }
}

struct TracePropagationTests {
    private func sent(
        propagates: Bool, fields: HTTPFields = [:], _ trace: TraceContext?
    ) async throws -> HTTPFields? {
        let transport = ScriptedTransport { _ in HTTPResponse(status: 204) }
        let client = Client(
            baseURL: "http://h", transport: transport,
            configuration: .init(fields: fields, propagatesTraceContext: propagates))
        try await TraceContext.$current.withValue(trace) {
            _ = try await client.send(Endpoint<Void>.get("/"))
        }
        return transport.requests.first?.fields
    }

    @Test func theTraceOfTheTaskIsSent() async throws {
        let trace = TraceContext()
        #expect(try await sent(propagates: true, trace)?["traceparent"] == trace.traceparent)
    }

    @Test func theStateGoesWithIt() async throws {
        let trace = TraceContext(traceparent: TraceContext().traceparent, tracestate: "a=1")
        #expect(try await sent(propagates: true, trace)?["tracestate"] == "a=1")
    }

    @Test func nothingIsSentWithoutATraceOrUnasked() async throws {
        #expect(try await sent(propagates: true, nil)?["traceparent"] == nil)
        #expect(try await sent(propagates: false, TraceContext())?["traceparent"] == nil)
    }

    @Test func theCallersOwnFieldStays() async throws {
        #expect(
            try await sent(propagates: true, fields: ["Traceparent": "own"], TraceContext())?["traceparent"]
                == "own")
    }
}
