/// The query of a request: names and values in order, repeats kept.
///
///     let query: Query = ["q": "a+b", "page": 2, "flag": nil]      // ?q=a%2Bb&page=2&flag
///
/// Everything but unreserved characters is percent-encoded (RFC 3986 §2.3), `+` too, which forms read as a space.
public struct Query: Sendable, Hashable {
    /// The encoded query without the question mark; empty when there are no items.
    private(set) var encoded = ""

    /// Makes an empty query.
    public init() {}

    /// Makes a query of names and values, such as those of a dictionary or an array; a nil value makes a bare name.
    public init(_ items: some Sequence<(String, String?)>) {
        for (name, value) in items { append(name, value) }
    }

    /// Adds the items of another query behind the own ones.
    public mutating func append(contentsOf other: Query) {
        if !encoded.isEmpty, !other.encoded.isEmpty { encoded += "&" }
        encoded += other.encoded
    }

    /// Adds an item; a nil value makes a bare name without `=`.
    public mutating func append(_ name: String, _ value: (any CustomStringConvertible)?) {
        if !encoded.isEmpty { encoded += "&" }
        encoded += PercentEncoding.encodeValue(name)
        if let value { encoded += "=" + PercentEncoding.encodeValue(value.description) }
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// Makes a query of names and values; a nil value makes a bare name.
    public init(dictionaryLiteral elements: (String, (any CustomStringConvertible)?)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension Query: CustomStringConvertible {
    /// The encoded names, with `<redacted>` in place of each value, which may be a secret.
    public var description: String {
        encoded.split(separator: "&").map { item in
            item.contains("=") ? "\(item.prefix { $0 != "=" })=<redacted>" : String(item)
        }.joined(separator: "&")
    }
}
