/// The query of a request: names and values in order, repeats kept.
///
///     let query: URLQuery = ["q": "a+b", "page": 2, "limit": limit, "all": .flag]      // ?q=a%2Bb&page=2&all
///
/// A value is any ``QueryValue``; a nil one, such as `limit` here, omits its item, and `.flag` makes a bare name.
/// Everything except unreserved characters is percent-encoded (RFC 3986 §2.3), even `+`, which forms read as a space.
public struct URLQuery: Sendable {
    /// The encoded query without the question mark; empty if there are no items.
    private(set) var encoded = ""
    /// Why a value could not be encoded; nil if all could.
    private var failure: NetworkError?

    /// Makes an empty query.
    public init() {}

    /// Makes a query of names and values that are known only at run time, in order.
    public init<Value: QueryValue>(_ items: some Sequence<(String, Value)>) {
        for (name, value) in items { append(name, value) }
    }

    /// Makes a query of names and values that are known only at run time, in order; a nil value omits its item.
    public init<Value: QueryValue>(_ items: some Sequence<(String, Value?)>) {
        for (name, value) in items { append(name, value) }
    }

    /// Makes the same query; a literal in parentheses is one, and so keeps its order and repeats.
    public init(_ query: URLQuery) { self = query }

    /// Makes a query of a dictionary, sorted by name; a nil value omits its item.
    @_disfavoredOverload
    public init(_ items: [String: (any QueryValue)?]) {
        // Disfavoured, since a literal would otherwise be a dictionary, which traps on a name that occurs twice.
        for (name, value) in items.sorted(by: { $0.key < $1.key }) { append(name, value) }
    }

    /// Makes a query of the members of a value, such as a filter of optional properties.
    ///
    ///     .get("/issues", query: URLQuery(encoding: filter, style: FormStyle(keys: .snakeCase)))
    ///
    /// A value without names, such as a number or an array, a number that is not finite, a value that encodes nothing,
    /// such as a case of an enumeration without raw values, and an error of the value's own are `.encodingFailed` when the
    /// request is sent.
    /// The message says which; the underlying `EncodingError` has the path to the value.
    ///
    /// - Parameters:
    ///   - value: a structure, a dictionary, or anything else with named members; nil members are omitted.
    ///   - style: how keys, arrays, nested values and dates are written.
    public init(encoding value: some Encodable, style: FormStyle = FormStyle()) {
        do {
            encoded = try FormEncoder.items(of: value, style: style).text { PercentEncoding.encodeValue($0) }
        } catch {
            failure = NetworkError(
                .encodingFailed, "the query's value could not be encoded\(CodingPlace.suffix(of: error))",
                underlying: error)
        }
    }

    /// Adds the items of another query after its own.
    public mutating func append(contentsOf other: URLQuery) {
        if !encoded.isEmpty, !other.encoded.isEmpty { encoded += "&" }
        encoded += other.encoded
        failure = failure ?? other.failure
    }

    /// Adds an item: nothing for nil, and a bare name without `=` for `.flag`.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        if !encoded.isEmpty { encoded += "&" }
        encoded += PercentEncoding.encodeValue(name)
        if !(value is QueryFlag) { encoded += "=" + PercentEncoding.encodeValue(value.queryText) }
    }

    /// The encoded query; throws `.encodingFailed`.
    func checked() throws(NetworkError) -> String {
        if let failure { throw failure }
        return encoded
    }
}

extension URLQuery: Hashable {
    /// Returns whether both have the same encoded items.
    public static func == (left: URLQuery, right: URLQuery) -> Bool {
        left.encoded == right.encoded && (left.failure == nil) == (right.failure == nil)
    }

    /// Hashes the encoded items.
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}

extension URLQuery: ExpressibleByDictionaryLiteral {
    /// Makes a query of names and values; a nil value omits its item.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        for (name, value) in elements { append(name, value) }
    }
}

extension URLQuery: CustomStringConvertible {
    /// The encoded names, with `<redacted>` in place of each value, which may be a secret.
    public var description: String {
        encoded.split(separator: "&").map { item in
            item.contains("=") ? "\(item.prefix { $0 != "=" })=<redacted>" : String(item)
        }.joined(separator: "&")
    }
}

/// The value of an item that is a bare name.
private struct QueryFlag: QueryValue {
    var queryText: String { "" }
}

extension Optional where Wrapped == any QueryValue {
    /// The value of an item that is a bare name: `["archived": .flag]` is `?archived`.
    public static var flag: Self { QueryFlag() }
}
