#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value with one text in a URL: the value of a query item, or a segment of a path.
///
/// Strings, integers, floating-point numbers, `Bool`, `UUID` and `URL` are such values. A type with a raw value of that kind
/// and a `LosslessStringConvertible` one only have to declare it:
///
///     enum State: String, QueryValue { case open, closed }
///
/// Values whose text is a matter of convention, such as a `Date`, an array or `Data`, are not, so that they do not compile
/// in the literal of a query: choose the convention with a ``FormStyle``, or write the text yourself.
public protocol QueryValue {
    /// The text, not yet percent-encoded.
    var queryText: String { get }
}

extension QueryValue where Self: LosslessStringConvertible {
    /// The description.
    public var queryText: String { description }
}

extension QueryValue where Self: RawRepresentable, RawValue: QueryValue {
    /// The text of the raw value.
    public var queryText: String { rawValue.queryText }
}

extension QueryValue where Self: RawRepresentable & LosslessStringConvertible, RawValue: QueryValue {
    /// The text of the raw value.
    public var queryText: String { rawValue.queryText }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Bool: QueryValue {}
extension Int: QueryValue {}
extension Int8: QueryValue {}
extension Int16: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt8: QueryValue {}
extension UInt16: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Int128: QueryValue {}
extension UInt128: QueryValue {}
extension Float: QueryValue {}
extension Double: QueryValue {}

extension UUID: QueryValue {
    /// The UUID in upper case.
    public var queryText: String { uuidString }
}

extension URL: QueryValue {
    /// The absolute URL.
    public var queryText: String { absoluteString }
}
