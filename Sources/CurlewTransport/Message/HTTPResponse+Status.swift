extension HTTPResponse {
    /// A status code with the reason phrase that came with it (RFC 9110 §15, RFC 9112 §4).
    public struct Status: Sendable {
        /// The code, of three digits.
        public let code: Int
        /// The reason phrase without control and format characters, empty where there is none (HTTP/2 has none).
        public let reasonPhrase: String

        /// Makes a status; removes control and format characters from the phrase, which may reach a terminal.
        public init(code: Int, reasonPhrase: String = "") {
            self.code = code
            self.reasonPhrase = Self.printable(reasonPhrase)
        }

        private static func printable(_ phrase: String) -> String {
            // Nearly every response says OK or nothing.
            guard phrase != "OK", !phrase.isEmpty, !phrase.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
                return phrase
            }
            // C1 too: a phrase that is not UTF-8 is read as ISO-8859-1.
            return String(String.UnicodeScalarView(phrase.unicodeScalars.filter { !$0.changesDisplay }))
        }

        /// Whether the code is in 200...299.
        public var isSuccessful: Bool { (200...299).contains(code) }

        /// Whether a response of this status never has a body (RFC 9110 §6.4.1).
        package var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

        /// Whether a Location with this status names where to send the request next (RFC 9110 §15.4).
        package var isRedirect: Bool {
            switch code {
            case 301, 302, 303, 307, 308: true
            default: false
            }
        }
    }
}

extension HTTPResponse.Status: Hashable {
    /// Whether both have the same code; the phrase carries no meaning.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension HTTPResponse.Status: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Makes a status from its code.
    public init(integerLiteral value: Int) {
        self.init(code: value)
    }

    /// The code, and the phrase where there is one.
    public var description: String { reasonPhrase.isEmpty ? "\(code)" : "\(code) \(reasonPhrase)" }
}
