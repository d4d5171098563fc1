/// Parses the links of a Link field (RFC 8288 §3), as leniently as browsers and Python's requests do.
///
/// It accepts names and relations in either kind of quotes or none, a missing `<` or `>`, and missing or repeated
/// separators. Anything else that is not a link, a relation or a parameter's name is reported, not dropped: a list
/// that lost its link to the next page would look complete.
struct LinkParser {
    /// One link: its target, and the target's relation to this resource.
    struct Link: Equatable {
        /// A URL reference, octet for octet as received.
        let target: [UInt8]
        /// In lower case.
        let relations: [String]
        /// The URL reference of the resource that it describes; nil for the requested one (RFC 8288 §3.2).
        let anchor: [UInt8]?

        /// Whether it describes a page, and not a fragment of it, which is another resource.
        fileprivate func isOf(_ page: HTTPRequest.Target) -> Bool {
            guard let anchor, !anchor.isEmpty else { return true }
            guard !anchor.contains(UInt8(ascii: "#")) else { return false }
            guard let resource = try? page.resolving(octets: anchor) else { return false }
            return resource.isSameOrigin(as: page) && resource.path == page.path
        }
    }

    /// The parameters of a link; the first `rel` that is not empty wins (RFC 8288 §3.3).
    private struct Parameters {
        var relations: [String] = []
        var anchor: [UInt8]?
        /// Whether a `<` appears in place of a parameter: then the URL of the other parameters is ambiguous.
        var holdsBracket = false
    }

    private(set) var links: [Link] = []
    /// Whether a part of the value is not a link, or could be read only in part.
    private(set) var hasUnreadableLink = false
    private var rest: ArraySlice<UInt8>

    /// Reads one value, which may hold several links.
    init(_ value: some Sequence<UInt8>) {
        rest = Array(value)[...]
        while true {
            skip { $0 == UInt8(ascii: ",") || $0.isOptionalWhitespace }
            guard !rest.isEmpty else { return }
            readLink()
        }
    }

    /// The first link of a relation in all Link fields of a page; nil if they are readable and have none.
    ///
    /// Throws `.protocolViolation` if there is none, but the unreadable parts may contain one.
    static func link(
        _ relation: String, in fields: HTTPFields, of page: HTTPRequest.Target
    ) throws(NetworkError) -> Link? {
        var parsers: [LinkParser] = []
        fields.forEachValue(of: .link) { parsers.append(LinkParser($0)) }
        let links = parsers.flatMap(\.links)
        if let link = links.first(where: { $0.relations.contains(relation) && $0.isOf(page) }) { return link }
        guard !parsers.contains(where: \.hasUnreadableLink) else {
            throw NetworkError(
                .protocolViolation,
                "the Link field cannot be parsed and may contain the link to the next page")
        }
        return nil
    }

    private mutating func readLink() {
        let (target, isBracketed) = takeTarget()
        var parameters = Parameters()
        skipToParameter()
        while let next = rest.first, next != UInt8(ascii: ",") {
            readParameter(into: &parameters)
            skipToParameter()
        }
        guard isLink(target, isBracketed, parameters) else {
            hasUnreadableLink = true
            return
        }
        links.append(Link(target: target, relations: parameters.relations, anchor: parameters.anchor))
    }

    /// Without brackets or complete parameters, a relation shows what is a link.
    private func isLink(_ target: [UInt8], _ isBracketed: Bool, _ parameters: Parameters) -> Bool {
        guard !parameters.holdsBracket else { return false }
        guard parameters.relations.isEmpty else { return isBracketed || !target.isEmpty }
        return isBracketed && !target.contains(where: \.isOptionalWhitespace)
    }

    private mutating func takeTarget() -> (target: [UInt8], isBracketed: Bool) {
        if take("<") {
            // A link whose bracket is not closed ends before the next one: no byte is read more than twice.
            let end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
            if let end, rest[end] == UInt8(ascii: ">") {
                defer { rest = rest[(end + 1)...] }
                return (Array(rest[..<end].trimmingOptionalWhitespace()), true)
            }
        }
        let bare = rest.indices.first(where: endsBareTarget) ?? rest.endIndex
        defer { rest = rest[bare...] }
        return (Self.trimmed(rest[..<bare], of: "<>'\" \t"), false)
    }

    /// A comma ends a URL only before the next link: URLs may contain commas.
    private func endsBareTarget(at place: Int) -> Bool {
        if rest[place] == UInt8(ascii: ";") || rest[place] == UInt8(ascii: "<") { return true }
        guard rest[place] == UInt8(ascii: ",") else { return false }
        return rest[(place + 1)...].first { !$0.isOptionalWhitespace } == UInt8(ascii: "<")
    }

    private mutating func skipToParameter() {
        skip { $0 == UInt8(ascii: ";") || $0.isOptionalWhitespace }
    }

    private mutating func readParameter(into parameters: inout Parameters) {
        if rest.first == UInt8(ascii: "<") { parameters.holdsBracket = true }
        let name = readName()
        skip(while: \.isOptionalWhitespace)
        guard !name.isEmpty, take("=") else {
            if name.isEmpty || !isAtSeparator { skipUnreadable() }
            return
        }
        skip(while: \.isOptionalWhitespace)
        let value = Self.trimmed(quotedText() ?? take(while: Self.isInValue), of: "'\" \t")
        if name == "anchor" { parameters.anchor = value }
        if name == "rel", parameters.relations.isEmpty { parameters.relations = relations(in: value) }
    }

    /// The name of a parameter, in lower case and without apostrophes around it.
    ///
    /// Tokens of RFC 9110 may have more characters, but link parameters use only these, and the `*` of `title*`.
    private mutating func readName() -> String {
        let name = Self.trimmed(take(while: \.isTokenCharacter), of: "'")
        let isExtended = name.last == UInt8(ascii: "*")
        if !name.dropLast(isExtended ? 1 : 0).allSatisfy(Self.isInName) { hasUnreadableLink = true }
        let text = String(decoding: name, as: UTF8.self).lowercased()
        if text == "rel*" { hasUnreadableLink = true }
        return text
    }

    private mutating func relations(in value: [UInt8]) -> [String] {
        let names = value.split { $0.isOptionalWhitespace }
        if !names.allSatisfy(Self.isRelation) { hasUnreadableLink = true }
        return names.map { String(decoding: $0, as: UTF8.self).lowercased() }
    }

    /// RFC 9110 §5.6.4; without both quotes, returns nil and consumes nothing.
    private mutating func quotedText() -> ArraySlice<UInt8>? {
        guard rest.first == UInt8(ascii: "\"") else { return nil }
        var text: [UInt8] = []
        var quoted = rest.dropFirst()
        while let byte = quoted.popFirst() {
            guard byte != UInt8(ascii: "\"") else {
                rest = quoted
                return text[...]
            }
            text.append(byte == UInt8(ascii: "\\") ? quoted.popFirst() ?? byte : byte)
        }
        return nil
    }

    private var isAtSeparator: Bool { rest.first.map { !Self.isInValue($0) } ?? true }

    private mutating func skipUnreadable() {
        hasUnreadableLink = true
        skip(while: Self.isInValue)
    }

    private static func isInValue(_ byte: UInt8) -> Bool {
        byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",")
    }

    /// RFC 8288 §3.3: a relation is a name or a URI; neither contains typographic quotes, for example.
    private static func isRelation(_ text: ArraySlice<UInt8>) -> Bool {
        guard text.contains(UInt8(ascii: ":")) else { return text.allSatisfy(isInName) }
        return text.first?.isASCIILetter == true && text.allSatisfy(isInURI)
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit || byte.isASCIILetter || ".-_".utf8.contains(byte)
    }

    private static func isInURI(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"<>\\^`{|}".utf8.contains(byte)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>, of unwanted: String) -> [UInt8] {
        var bytes = bytes.drop { unwanted.utf8.contains($0) }
        while let last = bytes.last, unwanted.utf8.contains(last) { bytes.removeLast() }
        return Array(bytes)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func skip(while isUnwanted: (UInt8) -> Bool) {
        rest = rest.drop(while: isUnwanted)
    }
}
