import Curlew

/// A URL as it may be printed: without user name, password and query, and without control characters.
enum RedactedURL {
    static func text(of url: String) -> String {
        printable(valid(url) ?? withoutUser(url) ?? malformed(url))
    }

    /// A URL that can be sent as it is.
    private static func valid(_ url: String) -> String? { try? HTTPRequest.Target(url).redactedURL }

    /// A URL that can be sent once its user name and password are fields.
    private static func withoutUser(_ url: String) -> String? {
        guard let start = url.firstRange(of: "://")?.upperBound else { return nil }
        let authority = url[start...].prefix { !"/?#\\".contains($0) }
        guard let at = authority.lastIndex(of: "@"),
            let rest = valid("\(url[..<start])\(url[url.index(after: at)...])")
        else { return nil }
        return rest.replacing("://", with: "://<redacted>@", maxReplacements: 1)
    }

    /// In text that is not a URL, a secret may stand before any `@`, or after `?` or `#`.
    private static func malformed(_ url: String) -> String {
        let rest = url.lastIndex(of: "@").map { "<redacted>\(url[$0...])" } ?? url
        let shown = rest.prefix { $0 != "?" && $0 != "#" }
        return shown.count == rest.count ? rest : "\(shown)?<redacted>"
    }

    /// Terminals interpret control characters.
    private static func printable(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }.joined()
    }
}
