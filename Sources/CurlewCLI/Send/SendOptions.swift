#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// The arguments of `curlew send`.
struct SendOptions {
    var method: HTTPRequest.Method?
    var url = ""
    var transport = TransportChoice.libcurl
    var fields = HTTPFields()
    var query = Query()
    var body: RequestBody?
    var timeout: Duration?
    var printsHead = false
    var output = Output.raw

    /// What standard output gets.
    enum Output: Equatable {
        case raw, json
    }

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "send")
        var operands: [String] = []
        while let argument = try reader.next() {
            switch argument {
            case .operand(let operand): operands.append(operand)
            case .option(let name): try read(name, &reader)
            }
        }
        guard let url = operands.last, operands.count <= 2 else {
            throw reader.error("a URL is needed, with the method before it unless it is GET")
        }
        self.url = url
        if operands.count == 2 { method = HTTPRequest.Method(rawValue: operands[0]) }
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--transport": transport = try reader.transport()
        case "-H": fields.append(try reader.field())
        case "--query": try appendQuery(&reader)
        case "--json": try setBody(try Self.jsonBody(&reader), reader)
        case "--data": try setBody(try Self.dataBody(&reader), reader)
        case "--timeout": timeout = try reader.timeout()
        case "-i": printsHead = true
        case "--output": output = try Self.output(&reader)
        default: throw reader.unknown(.option(name))
        }
    }

    private mutating func setBody(_ body: RequestBody, _ reader: ArgumentReader) throws(UsageError) {
        guard self.body == nil else { throw reader.error("a request has one body: --json or --data, once") }
        self.body = body
    }

    private mutating func appendQuery(_ reader: inout ArgumentReader) throws(UsageError) {
        let parts = try reader.value(of: "--query").split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        query.append(String(parts[0]), parts.count == 2 ? parts[1] : nil)
    }
}

extension SendOptions {
    private static func jsonBody(_ reader: inout ArgumentReader) throws(UsageError) -> RequestBody {
        let data = Data(try reader.value(of: "--json").utf8)
        guard (try? JSONDecoder().decode(JSONValue.self, from: data)) != nil else {
            throw reader.error("the text of --json is not JSON")
        }
        return .data(data, contentType: "application/json")
    }

    private static func dataBody(_ reader: inout ArgumentReader) throws(UsageError) -> RequestBody {
        let text = try reader.value(of: "--data")
        if text.hasPrefix("@") { return .file(String(text.dropFirst()), contentType: nil) }
        return .data(Data(text.utf8))
    }

    private static func output(_ reader: inout ArgumentReader) throws(UsageError) -> Output {
        guard try reader.value(of: "--output") == "json" else { throw reader.error("--output is json") }
        return .json
    }
}

extension SendOptions {
    /// The call that the arguments describe.
    var endpoint: Endpoint<Data> {
        Endpoint(
            method ?? (body == nil ? .get : .post), "", query: query, fields: fields, body: body,
            // One limit over everything takes the place of the default ones.
            timeouts: timeout.map { Timeouts(head: nil, idle: nil, total: $0) })
    }

    static let usage = """
        curlew send [METHOD] URL [options]

        Sends one request and prints the answer's body as it comes. The method is GET unless it is given, or POST
        with a body. Redirects are not followed.

          --transport NAME     libcurl (the default) or urlsession
          -H 'Name: value'     add a field; can be repeated
          --query NAME=VALUE   add to the URL's query, encoded; can be repeated; NAME alone is a bare name
          --json TEXT          send this JSON text, as application/json
          --data TEXT          send this text; its type is given with -H
          --data @FILE         send this file
          --timeout SECONDS    the limit over everything, such as 2.5; otherwise 30 s for the head, 60 s of idleness
          -i                   print the answer's head too
          --output json        print one JSON object instead, also for an error: status, fields (pairs of name and
                               value), body (or body_base64 when it is not UTF-8), error (code and message) and
                               timings (in milliseconds); the body has at most 16 MiB

        A password in the URL (http://name:password@host) is sent as Basic authorization.
        Ends with 0 for a status from 200 to 299, with 22 for another one; see: curlew help exit-codes
        """
}
