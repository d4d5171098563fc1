#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HTTPRequest {
    /// Which parts of a request a curl command shows; the rest is `<redacted>`.
    public struct CurlCommandContent: OptionSet, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Makes a set from bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The URL's query.
        public static let query = CurlCommandContent(rawValue: 1)
        /// The body's bytes; a file's name is always shown.
        public static let body = CurlCommandContent(rawValue: 2)
        /// The values of fields that are secret by their name, or were marked sensitive, and the queries in fields.
        public static let secretFields = CurlCommandContent(rawValue: 4)
        /// Everything: the command sends the same request, except that a form has another boundary and a stream is
        /// read from standard input.
        ///
        /// If the request has no User-Agent or Accept, curl adds its own.
        public static let all: CurlCommandContent = [.query, .body, .secretFields]
    }

    /// The request as a curl command line for `sh`, with secrets redacted by default.
    ///
    /// Quoting preserves every byte. The parts of a form become options, and curl chooses the boundary. A stream is
    /// read from standard input, and so is a form that those options cannot describe.
    public func curlCommand(showing content: CurlCommandContent = []) -> String {
        CurlCommand(self, showing: content).text
    }
}

/// The arguments of a curl command line.
private struct CurlCommand {
    private let request: HTTPRequest
    private let content: HTTPRequest.CurlCommandContent
    /// The parts of a form; nil for another body, and for a form that curl would encode differently.
    private let parts: [CurlFormPart]?
    private var words = ["curl"]
    /// What writes the body to curl's standard input, for bytes that no argument can hold.
    private var source = ""

    init(_ request: HTTPRequest, showing content: HTTPRequest.CurlCommandContent) {
        self.request = (try? request.prepared()) ?? request
        self.content = content
        parts = Self.parts(of: request, showing: content)
        addMethod()
        addOptions()
        addFields()
        addBody()
        words.append(ShellWord.quoted(url))
    }

    var text: String { source + words.joined(separator: " ") }

    private var url: String { content.contains(.query) ? request.target.url : request.target.redactedURL }

    private mutating func add(_ option: String, _ value: [UInt8]) {
        words += [option, ShellWord.quoted(value)]
    }

    private static func parts(
        of request: HTTPRequest, showing content: HTTPRequest.CurlCommandContent
    ) -> [CurlFormPart]? {
        // A Content-Type set by the caller does not name the boundary that curl chooses.
        guard case .multipart(let form)? = request.body?.content,
            request.fields[.contentType] ?? form.contentType == form.contentType, form.problem == nil,
            !form.parts.isEmpty
        else { return nil }
        let parts = form.parts.compactMap { CurlFormPart($0, showing: content) }
        return parts.count == form.parts.count ? parts : nil
    }

    private mutating func addMethod() {
        guard request.method != .get || request.body != nil else { return }
        guard request.method != .head || request.body != nil else { return words.append("--head") }
        add("-X", Array(request.method.rawValue.utf8))
    }

    private mutating func addOptions() {
        if request.options.httpVersion == .http1_1 { words.append("--http1.1") }
        if let socket = request.options.unixSocket {
            add(socket.isAbstract ? "--abstract-unix-socket" : "--unix-socket", Array(socket.path.utf8))
        }
        addProxy()
        if request.options.decoding == .automatic { words.append("--compressed") }
        if request.path.contains("/.") { words.append("--path-as-is") }
        if request.target.isIPv6Literal { words.append("--globoff") }
    }

    /// The proxy's credentials are never shown.
    private mutating func addProxy() {
        switch request.options.proxy?.kind {
        case .some(.none): words += ["--noproxy", ShellWord.quoted("*")]
        case .server(let server, _): add("--proxy", Array(server.description.utf8))
        case .environment, nil: break
        }
    }

    private mutating func addFields() {
        // curl would read a name that begins with @ as a file's.
        for field in request.fields where field.name.isToken && !(parts != nil && field.name == .contentType)
        {
            let name = Array(field.name.rawName.utf8)
            let value = content.contains(.secretFields) ? field.bytes : field.redacted.bytes
            // curl omits a field without a value, unless a semicolon replaces the colon.
            add("-H", value.isEmpty ? name + Array(";".utf8) : name + Array(": ".utf8) + value)
        }
        // By default curl sends a body as a form.
        if request.body != nil, parts == nil, !request.fields.contains(.contentType) {
            add("-H", Array("Content-Type:".utf8))
        }
    }

    private mutating func addBody() {
        if let parts { return parts.forEach { add($0.option, Array($0.value.utf8)) } }
        switch request.body?.content {
        case nil: break
        case .file(let path): add("--data-binary", Array("@\(path == "-" ? "./-" : path)".utf8))
        case .slice(let path, let range):
            let file = ShellWord.quoted(path == "-" ? "./-" : path)
            let length = range.upperBound &- range.lowerBound
            source = "tail -c +\(range.lowerBound &+ 1) -- \(file) | head -c \(length) | "
            add("--data-binary", Array("@-".utf8))
        case .stream, .value, .multipart: add("--data-binary", Array("@-".utf8))
        case .data(let data):
            let bytes = content.contains(.body) ? Array(data) : Array(HTTPField.redactedValue.utf8)
            guard ShellWord.canBeArgument(bytes) else {
                source = "printf \(ShellWord.printfFormat(bytes)) | "
                return add("--data-binary", Array("@-".utf8))
            }
            add("--data-raw", bytes)
        }
    }
}
