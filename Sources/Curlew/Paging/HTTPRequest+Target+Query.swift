extension HTTPRequest.Target {
    /// The same target with one query item of that name, at the end, in place of all existing ones.
    func settingQuery(_ name: String, to value: String) -> Self {
        let others = (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { Substring($0) }
        let kept = others.filter { !Self.name(of: $0).elementsEqual(name.utf8) }
        let item = "\(PercentEncoding.encodeValue(name))=\(PercentEncoding.encodeValue(value))"
        let items = kept.map(String.init) + [item]
        return Self(
            scheme: scheme, authority: authority,
            checkedPath: "\(pathWithoutQuery)?\(items.joined(separator: "&"))")
    }

    /// Decoded, since one name can be written in several ways.
    private static func name(of item: Substring) -> [UInt8] {
        let name = item.utf8.prefix { $0 != UInt8(ascii: "=") }
        return (try? PercentEncoding.decode(Substring(name))) ?? Array(name)
    }
}
