/// libcurl sends a request without those of its fields that are very long, and reports nothing (curl#22336).
package enum LibcurlFieldLimit {
    private static let versions = LibcurlVersionRange("8.13.0", "8.21.0")
    private static let byteLimit = 300 * 1024

    /// Throws `.unsupported` if this version would leave out a field of the request.
    package static func check(_ fields: HTTPFields, for version: LibcurlVersion) throws(NetworkError) {
        // All of them together are rarely as long.
        guard fields.byteCount >= byteLimit, versions.contains(version) else { return }
        var longest = ""
        fields.forEachField { name, value in
            if max(name.count, value.count) >= byteLimit { longest = HTTPField.text(of: name) }
        }
        guard !longest.isEmpty else { return }
        throw .unsupported(
            "libcurl \(version) would send no field of more than 300 KiB, such as \(longest.prefix(100)): use another version"
        )
    }
}
