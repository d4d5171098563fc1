/// What libcurl reports by its text alone, by version: its code is the same as for other failures.
package struct LibcurlText: Sendable {
    let versions: LibcurlVersionRange
    let text: String
    let code: NetworkError.Code

    /// The meaning of a failure's text; nil if the code decides.
    package static func code(for text: String, of version: LibcurlVersion) -> NetworkError.Code? {
        known.first { text.contains($0.text) && $0.versions.contains(version) }?.code
    }

    private init(_ versions: (String, String?), _ text: String, _ code: NetworkError.Code) {
        self.versions = LibcurlVersionRange(versions.0, versions.1)
        self.text = text
        self.code = code
    }

    static let known = [
        // Their code is that of a connection that breaks.
        LibcurlText(("7.80.0", nil), "Too large response headers", .headersTooLarge),
        LibcurlText(("7.80.0", nil), "chunked-encod", .protocolViolation),
        LibcurlText(("8.6.0", nil), "chunk hex-length", .protocolViolation),
        LibcurlText(("8.13.0", nil), "invalid chunk size", .protocolViolation),
    ]
}
