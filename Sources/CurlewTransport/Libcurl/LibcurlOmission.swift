/// What some versions of libcurl leave out or damage without reporting it.
package enum LibcurlOmission {
    /// Fields that are very long (curl#22336).
    private static let fieldVersions = LibcurlVersionRange("8.13.0", "8.21.0")
    private static let fieldLimit = 300 * 1024
    /// The question mark of an empty query (curl#21544).
    private static let queryVersions = LibcurlVersionRange("8.8.0", "8.20.0")
    /// Bytes of HTTP/2 bodies, and HTTP/2 cannot be switched off in URLSession (curl#10525).
    private static let damagingVersions = LibcurlVersionRange("7.88.0", "7.88.0")

    /// Throws `.unsupported` if this version would leave out a field.
    package static func check(_ fields: HTTPFields, for version: LibcurlVersion) throws(NetworkError) {
        // All of them together are rarely as long.
        guard fields.byteCount >= fieldLimit, fieldVersions.contains(version) else { return }
        var name: String?
        fields.forEachField { field, value in
            if max(field.count, value.count) >= fieldLimit { name = HTTPField.text(of: field.prefix(100)) }
        }
        guard let name else { return }
        throw .unsupported(
            "libcurl \(version) leaves out the field \(name), which has more than 300 KiB: send less or use "
                + "another version (curl#22336)")
    }

    /// Throws `.unsupported` if this version, which makes the target from the URL, would send another one, or can
    /// damage the response.
    package static func check(_ target: HTTPRequest.Target, for version: LibcurlVersion) throws(NetworkError)
    {
        if target.isSecure, damagingVersions.contains(version) {
            throw .unsupported(
                "libcurl \(version) can damage responses over HTTP/2: use another version (curl#10525)")
        }
        guard target.endsWithEmptyQuery, queryVersions.contains(version) else { return }
        throw .unsupported(
            "libcurl \(version) leaves out the question mark of an empty query: leave it out yourself or use the "
                + "libcurl transport (curl#21544)")
    }
}

extension HTTPRequest.Target {
    /// Whether nothing follows its only question mark.
    package var endsWithEmptyQuery: Bool {
        let bytes = url.utf8
        guard bytes.last == UInt8(ascii: "?") else { return false }
        return bytes.firstIndex(of: UInt8(ascii: "?")) == bytes.index(before: bytes.endIndex)
    }
}
