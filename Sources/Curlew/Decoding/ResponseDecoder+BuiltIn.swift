#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ResponseDecoder where Output: Decodable & SendableMetatype {
    /// Decodes with the client's decoder, which is JSON by default.
    ///
    /// Accepts a missing media type, `*/json`, `*+json` and `text/plain`. An empty body, or one of only white space,
    /// is nil if the output is an `Optional`, otherwise `.emptyBody`.
    public static var json: Self {
        Self(
            accept: { $0.accept },
            accepts: { type, decoder in decoder.accepts(mediaType: type) },
            isAbsent: { $0.isBlank || $0.isJSONNull },
            decode: { content in try content.decoded(by: content.decoder) }
        )
    }

    /// Decodes with the given decoder, for a format other than the client's.
    ///
    /// A body of a media type that the decoder does not accept is `.unexpectedContentType`, an empty one
    /// `.emptyBody`. An error that it throws becomes `.decodingFailed`.
    public static func decoded(by decoder: some BodyDecoder) -> Self {
        var own = Self(
            accept: { _ in decoder.accept },
            accepts: { type, _ in decoder.accepts(mediaType: type) },
            isAbsent: { $0.isBlank },
            decode: { content in try content.decoded(by: decoder) }
        )
        own.bodyDecoder = decoder
        return own
    }

    /// The default decoder of a type: `.data`, `.text`, an optional one of these, or `.json`.
    static var standard: Self {
        same(as: ResponseDecoder<Data>.data)
            ?? same(as: ResponseDecoder<String>.text)
            ?? same(as: ResponseDecoder<Data?>.optional(.data))
            ?? same(as: ResponseDecoder<String?>.optional(.text))
            ?? .json
    }

    /// Compares the types first: this runs for every endpoint, and a failing cast is slow.
    private static func same<Other>(as decoder: @autoclosure () -> ResponseDecoder<Other>) -> Self? {
        Other.self == Output.self ? decoder() as? Self : nil
    }
}

extension ResponseDecoder.Content where Output: Decodable {
    fileprivate func decoded(by decoder: any BodyDecoder) throws -> Output {
        guard !body.isBlank else {
            if let absent = (Output.self as? any OptionalOutput.Type)?.absent as? Output { return absent }
            throw NetworkError(.emptyBody, "the response has no body to decode as \(Output.self)")
        }
        return try decoder.value(Output.self, from: body)
    }
}

extension ResponseDecoder where Output == Data {
    /// The body's bytes, of any media type.
    public static var data: Self {
        var data = Self(accept: { _ in nil }, accepts: { _, _ in true }, decode: { $0.body })
        data.isImmediate = true
        return data
    }
}

extension ResponseDecoder where Output == String {
    /// The body as text, in the charset of the Content-Type, by default UTF-8.
    ///
    /// Supported are UTF-8, UTF-16, UTF-32, ASCII, ISO-8859-1 and windows-1252. For UTF-16 and UTF-32 the byte order
    /// mark decides the byte order, then the charset's name; the default is little-endian (WHATWG Encoding §4.2). A
    /// byte order mark of these or of UTF-8 is not part of the text. Another charset, and bytes that are invalid in
    /// the charset, are `.decodingFailed`.
    public static var text: Self {
        Self(accept: { _ in nil }, accepts: { _, _ in true }, decode: { try $0.text() })
    }
}

extension ResponseDecoder.Content where Output == String {
    fileprivate func text() throws(NetworkError) -> String {
        let label = head.fields[.contentType].flatMap(MediaType.charset(of:)) ?? "utf-8"
        guard let charset = Charset(label: label) else {
            throw NetworkError(
                .decodingFailed, "the charset \(label.prefix(50)) is unsupported: decode the body as Data")
        }
        guard let text = charset.text(of: body) else {
            throw NetworkError(.decodingFailed, "the body is not \(charset.name) text")
        }
        return text
    }
}

extension ResponseDecoder where Output == Void {
    /// No value, for endpoints whose success is enough: the body is read and dropped.
    public static var none: Self {
        Self(ignoresBody: true, accept: { _ in nil }, accepts: { _, _ in true }, decode: { _ in })
    }
}

extension ResponseDecoder {
    /// Nil for an empty body (or JSON's `null`), otherwise the value of the given decoder.
    public static func optional<Wrapped>(
        _ decoder: ResponseDecoder<Wrapped>
    ) -> Self where Output == Wrapped? {
        decoder.mapping(isAbsent: decoder.isAbsent) { content in
            decoder.isAbsent(content.body) ? nil : try decoder.decode(content)
        }
    }
}

/// Gives a generic function access to nil if its output is an optional.
private protocol OptionalOutput {
    static var absent: Self { get }
}

extension Optional: OptionalOutput {
    fileprivate static var absent: Self { nil }
}

extension Data {
    /// Whether there is only JSON white space (RFC 8259 §2).
    fileprivate var isBlank: Bool {
        allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    }

    fileprivate var isJSONNull: Bool {
        count <= 64 && String(decoding: self, as: UTF8.self).split(whereSeparator: \.isWhitespace) == ["null"]
    }
}
