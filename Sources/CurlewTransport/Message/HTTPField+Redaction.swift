extension HTTPField {
    /// What descriptions show in place of a secret.
    package static let redactedValue = "<redacted>"

    /// The field as descriptions show it: without a secret, and without query, fragment and userinfo of its URLs.
    package var redacted: HTTPField {
        var field = self
        if isRedacted {
            field.value = Self.redactedValue
        } else if name.hasURLs {
            field.bytes = Self.redactingURLs(of: bytes)
        }
        return field
    }

    private static func redactingURLs(of bytes: [UInt8]) -> [UInt8] {
        var rest = bytes[...]
        var redacted: [UInt8] = []
        while let byte = rest.first {
            if isQueryStart(byte) {
                redacted += [byte] + redactedValue.utf8
                // Without an angle bracket, all that follows may belong to the URL.
                rest = rest.drop { $0 != UInt8(ascii: ">") }
            } else if rest.starts(with: "//".utf8) {
                redacted += "//".utf8
                rest = rest.dropFirst(2)
                let authority = rest.prefix { !isQueryStart($0) && !"/>".utf8.contains($0) }
                guard let end = authority.lastIndex(of: UInt8(ascii: "@")) else { continue }
                redacted += redactedValue.utf8
                rest = rest[end...]
            } else {
                redacted.append(rest.removeFirst())
            }
        }
        return redacted
    }

    private static func isQueryStart(_ byte: UInt8) -> Bool { "?#".utf8.contains(byte) }
}

extension HTTPField.Name {
    private static let urlNames: Set<Self> = [.location, .link, "Content-Location", "Refresh", "Referer"]

    /// Whether the value of a field of this name contains URLs.
    fileprivate var hasURLs: Bool { Self.urlNames.contains(self) }
}
