#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension HTTPRequest {
    /// Returns the request ready to send: checked, with its body encoded and its Content-Type set.
    ///
    /// Every transport calls it first. Throws `.invalidRequest` for a method, field or timeout that cannot be sent,
    /// for a head of more than ``headLimit`` bytes, and for framing fields that contradict the body;
    /// `.encodingFailed` if the body's value cannot be encoded; and `.fileFailed` if the system does not know the
    /// size of a body's file and the file cannot be read. No message contains a field's value.
    public consuming func prepared() throws(NetworkError) -> HTTPRequest {
        try prepared(encoder: JSONEncoder())
    }

    package consuming func prepared(
        encoder: @autoclosure () -> any BodyEncoder
    ) throws(NetworkError) -> HTTPRequest {
        var request = self
        try request.checkMethod()
        try request.timeouts.check()
        if let body = request.body {
            if case .value = body.content { request.body = try body.encoded(by: encoder()) }
            if case .multipart(let form) = body.content, let problem = form.problem {
                throw .invalidRequest(problem)
            }
            request.body = try request.body?.measurable()
            if let type = request.body?.contentType, !request.fields.contains(.contentType) {
                request.fields[.contentType] = type
            }
        }
        try request.checkFields()
        try request.checkHeadSize()
        try request.removeOwnFraming()
        return request
    }

    private func checkMethod() throws(NetworkError) {
        // GET satisfies all rules below.
        guard method != .get else { return }
        guard method.isToken else {
            throw .invalidRequest("the method is not a token")
        }
        guard method != .connect else { throw .invalidRequest("CONNECT is not supported: it opens a tunnel") }
        // RFC 9110 §9.3.8.
        guard method != .trace || body == nil else {
            throw .invalidRequest("a TRACE request cannot have a body")
        }
    }

    private func checkFields() throws(NetworkError) {
        // RFC 9112 §3.2: a server responds 400 to more than one.
        guard fields.count(of: .host) <= 1 else { throw .invalidRequest("more than one Host field") }
        var problem: String?
        fields.forEachField { name, value in
            if problem == nil { problem = Self.problem(ofField: name, value: value) }
        }
        if let problem { throw .invalidRequest(problem) }
    }

    /// RFC 9110 §5.1, §5.5: a name is a token; a value has no control character except the tab.
    static func problem(ofField name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) -> String? {
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else {
            return "a field's name is not a token"
        }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            return "the value of the field \(String(decoding: name, as: UTF8.self)) has a control character"
        }
        return nil
    }

    /// The transport frames the body: the caller's Content-Length must match it, or gives a stream its length.
    private mutating func removeOwnFraming() throws(NetworkError) {
        guard body?.length ?? 0 >= 0 else {
            throw .invalidRequest("the stream's declared length is negative")
        }
        guard !fields.contains(.transferEncoding) else {
            throw .invalidRequest("Transfer-Encoding is set by the transport: remove the field")
        }
        guard !fields.contains(.expect) else {
            throw .invalidRequest("Expect is set by options.expectContinue: remove the field")
        }
        guard fields.contains(.contentLength) else { return }
        guard let text = fields[.contentLength], text.utf8.allSatisfy(\.isASCIIDigit),
            let length = Int64(text)
        else { throw .invalidRequest("Content-Length is not a single number") }
        try adopt(length: length)
        fields.removeAll(.contentLength)
    }

    private mutating func adopt(length: Int64) throws(NetworkError) {
        switch body?.content {
        case .stream(let stream) where stream.length == nil:
            let known = RequestStream(length: length, produce: stream.produce)
            body = body?.replacing(.stream(known), contentType: body?.contentType)
        case .file(let path):
            guard try FileReader(path: path).size == length else { throw Self.contradiction }
        case .multipart(let form):
            guard try SegmentReader(form.segments).size == length else { throw Self.contradiction }
        case .data, .slice, .stream, .value, nil:
            guard (body?.length ?? 0) == length else { throw Self.contradiction }
        }
    }

    private static var contradiction: NetworkError {
        .invalidRequest("Content-Length differs from the length of the body")
    }
}
