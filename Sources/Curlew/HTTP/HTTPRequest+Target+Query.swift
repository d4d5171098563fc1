extension HTTPRequest.Target {
    /// The same target with one query item of that name, at the end; those of the name that it had are left out.
    func settingQuery(_ name: String, to value: String) -> Self {
        let name = PercentEncoding.encodeValue(name)
        let kept = (query ?? "").split(separator: "&", omittingEmptySubsequences: true).filter { item in
            !item.prefix { $0 != "=" }.utf8.elementsEqual(name.utf8)
        }
        let items = kept.map(String.init) + ["\(name)=\(PercentEncoding.encodeValue(value))"]
        return Self(
            scheme: scheme, authority: authority,
            checkedPath: "\(pathWithoutQuery)?\(items.joined(separator: "&"))")
    }
}
