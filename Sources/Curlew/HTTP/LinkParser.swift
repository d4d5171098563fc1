/// Reads the links of a Link field (RFC 8288 §3), as forgivingly as its appendix B.2.
struct LinkParser {
    /// One link: where it leads, and what that is to this resource.
    struct Link: Equatable {
        let target: String
        /// In lower case.
        let relations: [String]
        /// Whether it speaks of another resource than the one that was asked for.
        let hasAnchor: Bool
    }

    private var rest: ArraySlice<UInt8>

    /// The links of one value, which may hold several; what is no link is passed over.
    static func links(in value: String) -> [Link] {
        var parser = LinkParser(rest: Array(value.utf8)[...])
        var links: [Link] = []
        while !parser.rest.isEmpty {
            if let link = parser.link() { links.append(link) }
            parser.skip { $0 != UInt8(ascii: ",") }
            parser.skip { $0 == UInt8(ascii: ",") || $0.isOptionalWhitespace }
        }
        return links
    }

    private mutating func link() -> Link? {
        skip(while: \.isOptionalWhitespace)
        guard take("<") else { return nil }
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
            // No other link ends either: looking again from each `<` would take quadratic time.
            rest = []
            return nil
        }
        let target = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        var (relations, hasAnchor): ([String]?, Bool) = (nil, false)
        skip(while: \.isOptionalWhitespace)
        while take(";") {
            let (name, value) = parameter()
            if name == "anchor" { hasAnchor = true }
            // RFC 8288 §3.3: only the first one counts.
            if name == "rel", relations == nil {
                relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            }
        }
        return Link(target: target, relations: relations ?? [], hasAnchor: hasAnchor)
    }

    private mutating func parameter() -> (name: String, value: String) {
        skip(while: \.isOptionalWhitespace)
        let name = take { $0.isTokenCharacter }.lowercased()
        skip(while: \.isOptionalWhitespace)
        guard take("=") else { return (name, "") }
        skip(while: \.isOptionalWhitespace)
        let value = take("\"") ? quotedText() : take { !";, \t".utf8.contains($0) }
        skip(while: \.isOptionalWhitespace)
        return (name, value)
    }

    /// RFC 9110 §5.6.4, behind the opening quote; the end of the value closes it too.
    private mutating func quotedText() -> String {
        var text: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
                text.append(escaped)
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> String {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return String(decoding: taken, as: UTF8.self)
    }

    private mutating func skip(while isUnwanted: (UInt8) -> Bool) {
        rest = rest.drop(while: isUnwanted)
    }
}
