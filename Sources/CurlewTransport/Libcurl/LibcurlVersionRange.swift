/// Versions of libcurl from a first to a last one.
package struct LibcurlVersionRange: Sendable, CustomStringConvertible {
    package let first: LibcurlVersion
    /// Nil if no later version is known to be different.
    package let last: LibcurlVersion?

    package init(_ first: String, _ last: String? = nil) {
        self.first = LibcurlVersion(first)
        self.last = last.map { LibcurlVersion($0) }
    }

    package func contains(_ version: LibcurlVersion) -> Bool {
        first <= version && version <= last ?? version
    }

    package var description: String {
        guard let last else { return "\(first) and later" }
        return first == last ? first.description : "\(first)–\(last)"
    }
}
