import CurlewTesting
import Foundation
import Testing

@testable import Curlew

struct JSONParserTests {
    private static let samples = [
        "null", "true", "false", "\"\"", "[]", "{}", " [ 1 , 2.5 , \"a\" ] ",
        "{\"a\":{\"b\":[null]},\"c\":true}",
        #""\"\\\/\b\f\n\r\t\u0041\u00e9\ud83d\ude00""#, "\"é😀\u{2028}\"", "[[[[1]]]]", "\t\r\n {\"a\" : 1}\n",
        "{\"a\":1,\"a\":2}", "\u{FEFF}{\"a\":1}",
    ]

    @Test(arguments: samples) func readsWhatTheDecoderReads(text: String) throws {
        let expected = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        #expect(JSONParser.parse(text.utf8) == expected)
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "[1,]", "[,1]", "[1 2]", "[", "]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
        "{a:1}",
        "{1:1}", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\ud83d\"", "\"\\ude00\"", "\"\\ud83dx\"",
        "\"\\ud83d\\u0041\"", "\"a\nb\"", "'a'", "1 1", "true false", "\u{FEFF}\u{FEFF}1", "1\u{FEFF}",
        "[1]x", "// a\n1",
    ])
    func leavesTheRestToTheDecoder(text: String) {
        #expect(JSONParser.parse(text.utf8) == nil)
    }

    @Test func bytesThatAreNotUTF8AreLeftToTheDecoder() {
        #expect(JSONParser.parse([0x22, 0xFF, 0x22]) == nil)
        #expect(JSONParser.parse([0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
    }

    @Test(.timeLimit(.minutes(5)), arguments: ["[", "{\"a\":", "[{\"\":"])
    func depthHasALimit(start: String) {
        #expect(JSONParser.parse(String(repeating: start, count: 1_000_000).utf8) == nil)
    }

    @Test func aByteOrderMarkCostsNoDigits() throws {
        #expect(try JSONValue(json: Data("\u{FEFF}{\"n\":1.0}".utf8)).json() == Data("{\"n\":1.0}".utf8))
    }

    @Test(arguments: samples) func aValueThatIsCutIsNone(text: String) {
        let end = text.utf8.count - (text.utf8.last == UInt8(ascii: "\n") || text.hasSuffix(" ") ? 1 : 0)
        for length in 0..<end {
            #expect(JSONParser.parse(text.utf8.prefix(length)) == nil, "cut after \(length) bytes")
        }
    }

    @Test(
        arguments: [
            [], [.sortedKeys], [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
        ] as [JSONEncoder.OutputFormatting])
    func writesAsTheEncoderDoes(formatting: JSONEncoder.OutputFormatting) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        for text in Self.samples + [
            "{\"b\":[],\"a\":{},\"c/d\":[{\"e\":1},[2]]}", "\"\\u0001\\u001f\u{7F}\"",
        ] {
            let value = try #require(JSONParser.parse(text.utf8))
            // Without sorting, the order of two names is unspecified.
            guard formatting.contains(.sortedKeys) || (value.objectValue?.count ?? 0) < 2 else { continue }
            #expect(JSONWriter.write(value, formatting) == (try encoder.encode(value)), "\(text)")
        }
    }
}

/// Bodies that are JSON of any shape, through the client.
@Suite(.timeLimit(.minutes(5)))
struct JSONValueBodyTests {
    private static let text = "{\"a\":18446744073709551616}"

    private func client(_ configuration: Client.Configuration = .init()) -> (Client, ScriptedTransport) {
        let transport = ScriptedTransport { _ in .json(Self.text) }
        return (Client(baseURL: "http://h", transport: transport, configuration: configuration), transport)
    }

    @Test func keepTheirDigitsBothWays() async throws {
        let (client, transport) = client()
        let value = try await client.send(Endpoint<JSONValue>.get("/"))
        _ = try await client.send(Endpoint<JSONValue?>.post("/", body: .json(value)))
        #expect(transport.requests.last?.body?.data == Data(Self.text.utf8))
        let members = try await client.send(Endpoint<[String: JSONValue]>.get("/"))
        #expect(members["a"]?.numberValue?.text == "18446744073709551616")
    }

    @Test func keepTheirDigitsAfterAByteOrderMark() async throws {
        let transport = ScriptedTransport { _ in .json("\u{FEFF}{\"n\":1.0}") }
        let client = Client(baseURL: "http://h", transport: transport)
        #expect(try await client.send(Endpoint<JSONValue>.get("/"))["n"]?.numberValue?.text == "1.0")
    }

    @Test(arguments: [513, 10_000]) func nestedBeyondTheLimitAreAnError(depth: Int) async {
        let (client, transport) = client()
        let error = await #expect(throws: NetworkError.self) {
            try await client.send(Endpoint<JSONValue>.post("/", body: .json(JSONValue.nested(depth))))
        }
        #expect(error?.code == .encodingFailed)
        #expect(transport.requests.isEmpty)
    }

    @Test func anOptionalOfNullIsNil() async throws {
        let transport = ScriptedTransport { _ in .json("null") }
        let client = Client(baseURL: "http://h", transport: transport)
        #expect(try await client.send(Endpoint<JSONValue?>.get("/")) == nil)
        #expect(try await client.send(Endpoint<JSONValue>.get("/")) == .null)
    }

    @Test func theEncodersFormattingHolds() async throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let (client, transport) = client(.init(encoder: encoder))
        let value: JSONValue = ["b": 1, "a": [.number(JSONNumber(checked: "1.0"))]]
        _ = try await client.send(Endpoint<JSONValue>.post("/", body: .json(value)))
        let sent = transport.requests.last?.body?.data.map { String(decoding: $0, as: UTF8.self) }
        #expect(sent == "{\n  \"a\" : [\n    1.0\n  ],\n  \"b\" : 1\n}")
    }

    @Test func invalidJSONIsTheDecodersError() async {
        let transport = ScriptedTransport { _ in .json("{\"a\":") }
        let client = Client(baseURL: "http://h", transport: transport)
        let error = await #expect(throws: NetworkError.self) {
            _ = try await client.send(Endpoint<JSONValue>.get("/"))
        }
        #expect(error?.code == .decodingFailed)
        #expect(error?.underlying is DecodingError)
    }
}
