#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// HTML forms (`application/x-www-form-urlencoded`).
extension RequestBody {
    private static var formType: String { "application/x-www-form-urlencoded" }

    /// Names and values as an HTML form sends them (`application/x-www-form-urlencoded`), in order.
    public static func form(_ items: KeyValuePairs<String, String>) -> Self {
        form(items.map { ($0.key, $0.value) })
    }

    /// Names and values that are known only at run time, as an HTML form sends them.
    public static func form(_ items: [(String, String)]) -> Self {
        let text = items.map { "\(FormEncoding.encode($0.0))=\(FormEncoding.encode($0.1))" }
        return Self(content: .data(Data(text.joined(separator: "&").utf8)), contentType: formType)
    }

    /// The members of a value as the names and values of an HTML form, encoded when it is sent.
    ///
    ///     .post("/token", body: .form(encoding: Grant(code: code), style: FormStyle(keys: .snakeCase)))
    ///
    /// A value without names, such as a number or an array, a number that is not finite, a value that encodes nothing,
    /// such as a case of an enumeration without raw values, and an error of the value's own are `.encodingFailed`.
    /// The message says which; the underlying `EncodingError` has the path to the value.
    ///
    /// - Parameters:
    ///   - value: a structure, a dictionary, or anything else with named members; nil members are omitted.
    ///   - style: how keys, arrays, nested values and dates are written.
    public static func form(
        encoding value: some Encodable & Sendable, style: FormStyle = FormStyle()
    ) -> Self {
        let encode = { @Sendable (_: any BodyEncoder) throws -> (Data, contentType: String) in
            let text = try FormEncoder.items(of: value, style: style).text(encodedBy: FormEncoding.encode)
            return (Data(text.utf8), formType)
        }
        return Self(content: .value(encode), contentType: nil)
    }
}

/// The `application/x-www-form-urlencoded` serializer (WHATWG URL §5.2).
enum FormEncoding {
    static func encode(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { PercentEncoding.encode($0, keeping: isKept) }
            .joined(separator: "+")
    }

    private static func isKept(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte.isUnreserved && byte != UInt8(ascii: "~")
    }
}
