import CurlewTesting
import CurlewTransport
import Foundation
import Testing

/// Archives as browsers and other tools write them.
@Suite(.timeLimit(.minutes(5)))
struct ForeignArchiveTests {
    private static func replay(_ entry: String, mark: String = "") throws -> RecordingTransport {
        let file = RecordingTransportTests.File()
        try (mark + #"{"log": {"version": "1.2", "pages": [], "entries": ["# + entry + "]}}")
            .write(toFile: file.path, atomically: true, encoding: .utf8)
        return try RecordingTransport(replaying: file.path)
    }

    private static func text(_ response: HTTPResponse) async throws -> String {
        String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
    }

    @Test func aBrowsersEntryIsReplayed() async throws {
        let transport = try Self.replay(
            #"""
            {"_initiator": {"type": "other"}, "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 12.5,
             "cache": {"beforeRequest": null}, "connection": "443", "serverIPAddress": "::1",
             "timings": {"blocked": -1, "send": 0.1, "wait": 3, "receive": 1, "_queued": 2},
             "request": {"method": "GET", "url": "https://EXAMPLE.com:443/a?x=1#part", "httpVersion": "http/2.0",
               "headers": [{"name": ":authority", "value": "example.com"}, {"name": "accept", "value": "*/*"}],
               "queryString": [{"name": "x", "value": "1"}], "cookies": [], "headersSize": -1, "bodySize": 0},
             "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0", "cookies": [],
               "headers": [{"name": "content-encoding", "value": "br"}, {"name": "content-length", "value": "17"},
                 {"name": "content-type", "value": "text/plain; charset=iso-8859-1"},
                 {"name": "set-cookie", "value": "a=1\nb=2"}],
               "content": {"size": 6, "mimeType": "text/plain", "text": "héllo"},
               "redirectURL": "", "headersSize": -1, "bodySize": -1, "_transferSize": 99}}
            """#, mark: "\u{FEFF}")
        let response = try await transport.send(HTTPRequest(url: "https://example.com/a?x=1"))
        #expect(response.version == .http2)
        #expect(response.fields[values: .setCookie] == ["a=1", "b=2"])
        #expect(!response.fields.contains(.contentEncoding) && !response.fields.contains(.contentLength))
        #expect(response.fields[.contentType] == "text/plain; charset=utf-8")
        #expect(try await Self.text(response) == "héllo")
    }

    @Test func aFormListedByItsParametersIsMatched() async throws {
        let transport = try Self.replay(
            #"""
            {"request": {"method": "POST", "url": "http://h/f",
               "headers": [{"name": "Content-Type", "value": "application/x-www-form-urlencoded"}],
               "postData": {"mimeType": "application/x-www-form-urlencoded",
                 "params": [{"name": "b", "value": "1 2"}, {"name": "a", "value": "&"}]}},
             "response": {"status": 204, "statusText": "No Content", "headers": [], "content": {"size": 0}}}
            """#)
        let request = try HTTPRequest(
            method: .post, url: "http://h/f", fields: [.contentType: "application/x-www-form-urlencoded"],
            body: .data(Data("a=%26&b=1+2".utf8)))
        #expect(try await transport.send(request).status == 204)
    }

    @Test func aMultipartFormIsMatchedWhateverItsBoundary() async throws {
        let transport = try Self.replay(
            #"""
            {"request": {"method": "POST", "url": "http://h/f",
               "headers": [{"name": "Content-Type", "value": "multipart/form-data; boundary=xyz"}],
               "postData": {"mimeType": "multipart/form-data",
                 "text": "--xyz\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--xyz--\r\n"}},
             "response": {"status": 200, "content": {"size": 0}}}
            """#)
        let body = "--Q1\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--Q1--\r\n"
        let request = try HTTPRequest(
            method: .post, url: "http://h/f", fields: [.contentType: "multipart/form-data; boundary=\"Q1\""],
            body: .data(Data(body.utf8)))
        #expect(try await transport.send(request).status == 200)
    }

    @Test func aBodyThatTheToolDidNotSaveIsReported() async throws {
        let transport = try Self.replay(
            #"{"request": {"method": "GET", "url": "http://h/"}, "response": {"status": 200, "content": {"size": 9}}}"#
        )
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: "http://h/"))
        }
        #expect(error?.message == "the recording has no body for http://h/: save it with its contents")
    }

    @Test func aRequestWithoutAResponseIsALostConnection() async throws {
        let transport = try Self.replay(
            #"{"request": {"method": "GET", "url": "http://h"}, "response": {"status": 0, "_error": "net::ERR"}}"#
        )
        let error = await #expect(throws: NetworkError.self) {
            try await transport.send(HTTPRequest(url: "http://h/"))
        }
        #expect(error?.code == .connectionLost)
    }

    @Test func wrongNumbersDoNotEndTheProcess() async throws {
        let transport = try Self.replay(
            #"""
            {"request": {"method": "GET", "url": "http://h/"}, "_chunks": [{"at": -5, "length": -9}, {"at": 1, "length": 99}],
             "response": {"status": 99999, "content": {"size": -1, "text": "abc"}}}
            """#)
        let response = try await transport.send(HTTPRequest(url: "http://h/"))
        #expect(try await Self.text(response) == "abc")
    }
}
