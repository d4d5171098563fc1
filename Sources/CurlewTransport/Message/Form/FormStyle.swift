#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the members of a value become the names and values of a query or form.
///
///     let style = FormStyle(keys: .snakeCase, arrays: .brackets)
///     // { perPage: 20, labels: ["bug", "ui"], sort: { by: "age" } }
///     // per_page=20&labels[]=bug&labels[]=ui&sort[by]=age, percent-encoded
///
/// Servers differ here; the defaults are the most common choices. In every style a nil is omitted, even as an element, an
/// empty array, dictionary or structure has no items, and an element that is itself an array or object is named by its index, as a member of its
/// array would be. `Data` is Base64.
public struct FormStyle: Sendable, Hashable {
    /// How a key is spelled.
    public var keys: Keys
    /// How the elements of an array are sent.
    public var arrays: Arrays
    /// How the member of a member is named.
    public var nested: Nested
    /// How a `Date` is written.
    public var dates: Dates

    /// Makes a style.
    public init(
        keys: Keys = .unchanged, arrays: Arrays = .repeated, nested: Nested = .brackets,
        dates: Dates = .iso8601
    ) {
        self.keys = keys
        self.arrays = arrays
        self.nested = nested
        self.dates = dates
    }

    /// How a key is spelled; the keys of a dictionary are always kept, whatever their type.
    public struct Keys: Sendable, Hashable {
        enum Kind { case unchanged, snakeCase }
        let kind: Kind

        /// As the type spells it: `perPage`.
        public static let unchanged = Self(kind: .unchanged)
        /// In lower case with underscores: `per_page`.
        public static let snakeCase = Self(kind: .snakeCase)
    }

    /// How the elements of an array are sent.
    public struct Arrays: Sendable, Hashable {
        enum Kind { case repeated, brackets, comma }
        let kind: Kind

        /// The name repeated for each element: `a=1&a=2`.
        public static let repeated = Self(kind: .repeated)
        /// The name with brackets for each element: `a[]=1&a[]=2`.
        public static let brackets = Self(kind: .brackets)
        /// Once, with commas between the elements: `a=1,2`; a comma in an element is percent-encoded.
        public static let comma = Self(kind: .comma)
    }

    /// How the member of a member is named.
    public struct Nested: Sendable, Hashable {
        enum Kind { case brackets, dots }
        let kind: Kind

        /// `a[b]=1`.
        public static let brackets = Self(kind: .brackets)
        /// `a.b=1`.
        public static let dots = Self(kind: .dots)
    }

    /// How a `Date` is written.
    public struct Dates: Sendable, Hashable {
        enum Kind { case iso8601, seconds }
        let kind: Kind

        /// In UTC, in whole seconds: `2026-11-30T12:00:00Z` (RFC 3339).
        public static let iso8601 = Self(kind: .iso8601)
        /// The seconds since 1970, with decimals only if there are any: `1796040000`.
        public static let seconds = Self(kind: .seconds)
    }
}

extension FormStyle {
    /// The name of a member of a parent, whose name is empty at the top.
    func name(of member: String, in parent: String) -> String {
        guard !parent.isEmpty else { return member }
        return switch nested.kind {
        case .brackets: "\(parent)[\(member)]"
        case .dots: "\(parent).\(member)"
        }
    }

    func spelling(of key: String) -> String { keys.kind == .unchanged ? key : Self.snakeCase(key) }

    /// The text of a value that is not encoded by its members; nil for every other value.
    func text(of value: some Encodable) -> String? {
        switch value {
        case let date as Date: dates.text(of: date)
        case let data as Data: data.base64EncodedString()
        case let decimal as Decimal: decimal.description
        case let value as any QueryValue: value.queryText
        default: nil
        }
    }

    /// Whether a value is not a number or date without a text that servers read.
    static func isFinite(_ value: some Encodable) -> Bool {
        switch value {
        case let number as any BinaryFloatingPoint: number.isFinite
        case let decimal as Decimal: decimal.isFinite
        case let date as Date: date.timeIntervalSince1970.isFinite
        default: true
        }
    }

    /// An underscore before each word: `htmlURL` is `html_url`, `URLOfPage` is `url_of_page`.
    private static func snakeCase(_ key: String) -> String {
        let characters = Array(key)
        var result = ""
        for (index, character) in characters.enumerated() {
            let follows = index > 0 && characters[index - 1] != "_"
            let endsWord = index > 0 && !characters[index - 1].isUppercase
            let startsWord = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, follows, endsWord || startsWord { result += "_" }
            result += character.lowercased()
        }
        return result
    }
}

extension FormStyle.Dates {
    fileprivate func text(of date: Date) -> String {
        guard kind == .seconds else { return date.ISO8601Format() }
        let seconds = date.timeIntervalSince1970
        return Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }
}
