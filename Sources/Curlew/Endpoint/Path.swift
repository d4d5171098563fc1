/// An endpoint's path, in which an interpolated value is one percent-encoded segment, or several where it says so.
///
///     "/users/\(login)/repos"             // login "a/b" becomes a%2Fb: a value cannot steer the path
///     "/contents/\(segments: file)"       // file "src/a b.swift" becomes src/a%20b.swift
///
/// In the literal parts valid `%XX` stays, and what a path cannot hold is percent-encoded as UTF-8. A `?`, `#`, control
/// character or bad escape in a literal part, and a value that is empty, `.` or `..` or has such a segment, is `.invalidURL`
/// when the request is sent. The path is appended to the base URL's path with one slash between them, whether or not it starts with one.
public struct Path: Sendable, Hashable {
    /// The encoded path; empty when there is a flaw.
    let encoded: String
    /// The path with `{}` for each interpolated value: the same for every value.
    let template: String
    /// What is wrong with it, nil when nothing is.
    let flaw: String?

    /// Takes a path that is percent-encoded already, such as one from a server's answer.
    ///
    /// What the encoding cannot hold is `.invalidURL` when the request is sent. It may hold values, so it shows in no name.
    public init(encoded: String) {
        self.init(literal: encoded, template: "{}")
    }

    private init(literal: String, template: String) {
        var interpolation = Interpolation(literalCapacity: literal.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(literal)
        interpolation.template = template
        self.init(stringInterpolation: interpolation)
    }

    /// The encoded path; throws `.invalidURL`.
    func checked() throws(NetworkError) -> String {
        if let flaw { throw .invalidURL("the endpoint's path \(flaw)") }
        return encoded
    }
}

extension Path: CustomStringConvertible {
    /// The path as it is sent; one that cannot be sent with `{}` in place of its values.
    public var description: String { flaw == nil ? encoded : template }
}

extension Path: ExpressibleByStringInterpolation {
    /// Makes a path from a literal.
    public init(stringLiteral value: String) {
        self.init(literal: value, template: value)
    }

    /// Makes a path from a literal with values.
    public init(stringInterpolation: Interpolation) {
        encoded = stringInterpolation.encoded
        template = stringInterpolation.template
        flaw = stringInterpolation.flaw ?? stringInterpolation.dotSegmentFlaw
    }

    /// Collects the parts of a path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var template = ""
        fileprivate var flaw: String?
        private var hasValues = false

        /// Starts an empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Adds a literal part.
        public mutating func appendLiteral(_ literal: String) {
            template += literal
            if literal.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
                note("has a ? or #: pass a query as query")
            }
            do throws(PercentEncoding.Problem) {
                encoded += try PercentEncoding.repairPath(literal)
            } catch {
                note(error.explanation)
            }
        }

        /// Adds a value as one segment: everything but unreserved characters is percent-encoded (RFC 3986 §2.3).
        public mutating func appendInterpolation(_ value: some QueryValue) {
            template += "{}"
            append(segment: value.queryText)
        }

        /// Adds a value as several segments with slashes between them, each one percent-encoded.
        ///
        /// None of them may be empty: a value that begins or ends with a slash, or has two in a row, is refused.
        public mutating func appendInterpolation(segments value: some StringProtocol) {
            template += "{}"
            let segments = value.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            for (index, segment) in segments.enumerated() {
                if index > 0 { encoded += "/" }
                append(segment: String(decoding: segment, as: UTF8.self))
            }
        }

        private mutating func append(segment: String) {
            hasValues = true
            if segment.isEmpty { note("has an empty value") }
            if segment == "." || segment == ".." { note("has a value that is . or ..") }
            encoded += PercentEncoding.encodeValue(segment)
        }

        /// A value can also be one half of a dot segment, whose other half can be an escaped dot.
        fileprivate var dotSegmentFlaw: String? {
            guard hasValues else { return nil }
            let hasDots = encoded.utf8.split(separator: UInt8(ascii: "/")).contains(where: Self.isDotSegment)
            return hasDots ? "has values and a segment that is . or .." : nil
        }

        private static func isDotSegment(_ segment: Substring.UTF8View) -> Bool {
            guard segment.count <= "%2E%2E".utf8.count else { return false }
            let decoded = (try? PercentEncoding.decode(Substring(segment))) ?? []
            return decoded.elementsEqual(".".utf8) || decoded.elementsEqual("..".utf8)
        }

        private mutating func note(_ flaw: String) {
            self.flaw = self.flaw ?? flaw
        }
    }
}
