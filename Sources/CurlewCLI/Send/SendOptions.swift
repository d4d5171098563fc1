#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// The arguments of `curlew send`.
struct SendOptions {
    var method: HTTPRequest.Method?
    var call = CallOptions()
    var query = URLQuery()
    var body: RequestBody?
    private var formItems: [(String, String)] = []
    private var parts: [MultipartPart] = []
    var followsRedirects = false
    var auth: Authentication?
    /// The file that `--netrc` and `--netrc-file` name.
    private var netrc: String?
    var retries = 0
    var keepsCookies = false
    var printsTimings = false
    var printsCommand = false
    var printsHead = false
    var output = Output.raw

    /// What goes to standard output.
    enum Output: Equatable {
        case raw, json
    }

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "send")
        let operands = try reader.operands { name, reader throws(UsageError) in try read(name, &reader) }
        guard let url = operands.last, operands.count <= 2 else {
            throw reader.error("expected [METHOD] URL")
        }
        call.url = url
        try call.finish(reader)
        try checkCombinations(reader)
        try readNetrc(reader)
        if !formItems.isEmpty { try setBody(.form(formItems), reader) }
        if !parts.isEmpty { try setBody(.multipart(parts), reader) }
        if operands.count == 2 { method = HTTPRequest.Method(rawValue: operands[0]) }
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--query": try appendQuery(&reader)
        case "--json": try setBody(try Self.jsonBody(&reader), reader)
        case "--data": try setBody(try Self.dataBody(&reader), reader)
        case "--follow": followsRedirects = true
        case "--bearer": try setAuth(.bearer(try reader.value(of: "--bearer")), reader)
        case "--user": try setAuth(try Self.basic(&reader), reader)
        case "--netrc": netrc = Self.usualNetrc
        case "--netrc-file": netrc = try reader.value(of: name)
        case "--retry": retries = try reader.number(of: name, in: 0...100)
        case "--cookie-jar": keepsCookies = true
        case "--timing": printsTimings = true
        case "--curl": printsCommand = true
        case "--form": formItems.append(try reader.pair(of: name))
        case "--multipart": parts.append(try Self.part(&reader))
        case "-i": printsHead = true
        case "--output":
            try reader.readJSONOutput()
            output = .json
        default: try call.read(name, &reader)
        }
    }

    private mutating func setBody(_ body: RequestBody, _ reader: ArgumentReader) throws(UsageError) {
        guard self.body == nil else {
            throw reader.error("only one body is allowed: --json or --data once, --form, or --multipart")
        }
        self.body = body
    }

    private mutating func setAuth(_ auth: Authentication, _ reader: ArgumentReader) throws(UsageError) {
        guard self.auth == nil else {
            throw reader.error("only one authorization is allowed: --bearer or --user")
        }
        self.auth = auth
    }

    private mutating func appendQuery(_ reader: inout ArgumentReader) throws(UsageError) {
        let parts = try reader.value(of: "--query").split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        query.append(String(parts[0]), parts.count == 2 ? parts[1] : .flag)
    }
}

extension SendOptions {
    /// Without another authorization the file's is sent to the URL's host.
    private mutating func readNetrc(_ reader: ArgumentReader) throws(UsageError) {
        guard let netrc, auth == nil, call.authorizationCount(of: call.url) == 0 else { return }
        do throws(NetworkError) {
            let target = try HTTPRequest.Target(call.url)
            auth = try Netrc(path: netrc).credentials(for: target.host)
        } catch {
            throw reader.error(error.message)
        }
    }

    private static var usualNetrc: String {
        FileManager.default.homeDirectoryForCurrentUser.appending(path: ".netrc").path(percentEncoded: false)
    }

    private static func part(_ reader: inout ArgumentReader) throws(UsageError) -> MultipartPart {
        let pair = try reader.pair(of: "--multipart")
        guard pair.value != "@-" else {
            throw reader.error("--multipart does not read standard input; for a file of that name, use @./-")
        }
        guard pair.value.hasPrefix("@") else { return .text(pair.name, pair.value) }
        return .file(pair.name, path: String(pair.value.dropFirst()))
    }

    private static func jsonBody(_ reader: inout ArgumentReader) throws(UsageError) -> RequestBody {
        let data = Data(try reader.value(of: "--json").utf8)
        guard (try? JSONDecoder().decode(JSONValue.self, from: data)) != nil else {
            throw reader.error("the text of --json is not JSON")
        }
        return .data(data, contentType: "application/json")
    }

    private static func dataBody(_ reader: inout ArgumentReader) throws(UsageError) -> RequestBody {
        let text = try reader.value(of: "--data")
        if text == "@-" || text == "@/dev/stdin" && !StandardInput.isFile { return StandardInput.body }
        if text.hasPrefix("@") { return .file(String(text.dropFirst()), contentType: nil) }
        return .data(Data(text.utf8))
    }

    private static func basic(_ reader: inout ArgumentReader) throws(UsageError) -> Authentication {
        let text = try reader.value(of: "--user").utf8
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else {
            throw reader.error("--user takes NAME:PASSWORD")
        }
        return .basic(
            user: String(Substring(text[..<colon])), password: String(Substring(text[colon...].dropFirst())))
    }
}

extension SendOptions {
    /// The call that the arguments describe.
    var endpoint: Endpoint<Data> {
        var options = call.options
        if let auth { options.auth = .own(auth) }
        return Endpoint(
            method ?? (body == nil ? .get : .post), url: call.url, query: query, fields: call.fields,
            body: body, options: options)
    }

    /// The settings of the client that sends it.
    var configuration: Client.Configuration {
        Client.Configuration(
            redirects: followsRedirects ? .follow() : .doNotFollow, retries: RetryPolicy(maxRetries: retries),
            cookies: keepsCookies ? CookieJar() : nil, observers: printsTimings ? [TimingObserver()] : [])
    }
}
