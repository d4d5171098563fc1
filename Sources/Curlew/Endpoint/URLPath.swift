/// An endpoint's path, in which an interpolated value is one percent-encoded segment, or several with `segments:`.
///
///     "/users/\(login)/repos"             // login "a/b" becomes a%2Fb: a value cannot steer the path
///     "/contents/\(segments: file)"       // file "src/a b.swift" becomes src/a%20b.swift
///
/// In the literal parts valid `%XX` is kept, and characters that a path cannot hold are percent-encoded as UTF-8. A `?`,
/// `#`, control character or bad escape in a literal part, and a value that is empty, `.` or `..` or has such a segment,
/// is `.invalidURL` when the request is sent. The path is appended to the base URL's path with one slash between them,
/// whether or not it starts with one.
public struct URLPath: Sendable, Hashable {
    /// The encoded path; empty if there is a problem.
    let encoded: String
    /// The path with `{}` for each interpolated value: the same for every value.
    let template: String
    /// The problem of a path that cannot be sent.
    let problem: String?

    /// Takes a percent-encoded path, such as one from a response.
    ///
    /// An invalid one is `.invalidURL` when the request is sent. The path may hold values, so it is not part of the
    /// endpoint's name.
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
        if let problem { throw .invalidURL("the endpoint's path \(problem)") }
        return encoded
    }
}

extension URLPath: CustomStringConvertible {
    /// The path as it is sent, or its template if it cannot be sent.
    public var description: String { problem == nil ? encoded : template }
}

extension URLPath: ExpressibleByStringInterpolation {
    /// Makes a path from a literal.
    public init(stringLiteral value: String) {
        self.init(literal: value, template: value)
    }

    /// Makes a path from a literal with values.
    public init(stringInterpolation: Interpolation) {
        encoded = stringInterpolation.encoded
        template = stringInterpolation.template
        problem = stringInterpolation.problem ?? stringInterpolation.dotSegmentProblem
    }

    /// Collects the parts of a path.
    public struct Interpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var template = ""
        fileprivate var problem: String?
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

        /// Adds a value as one segment: everything except unreserved characters is percent-encoded (RFC 3986 §2.3).
        public mutating func appendInterpolation(_ value: some QueryValue) {
            template += "{}"
            append(segment: value.queryText)
        }

        /// Adds a value as several segments with slashes between them, each one percent-encoded.
        ///
        /// None of them may be empty: a value that begins or ends with a slash, or has two in a row, is `.invalidURL`.
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

        /// A value can also be half of a dot segment, whose other half can be an escaped dot.
        fileprivate var dotSegmentProblem: String? {
            guard hasValues else { return nil }
            let hasDots = encoded.utf8.split(separator: UInt8(ascii: "/")).contains(where: Self.isDotSegment)
            return hasDots ? "has values and a segment that is . or .." : nil
        }

        private static func isDotSegment(_ segment: Substring.UTF8View) -> Bool {
            guard segment.count <= "%2E%2E".utf8.count else { return false }
            let decoded = (try? PercentEncoding.decode(Substring(segment))) ?? []
            return decoded.elementsEqual(".".utf8) || decoded.elementsEqual("..".utf8)
        }

        private mutating func note(_ problem: String) {
            self.problem = self.problem ?? problem
        }
    }
}
