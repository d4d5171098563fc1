/// A version of libcurl: three numbers.
package struct LibcurlVersion: Comparable, CustomStringConvertible, Sendable {
    private let major: Int
    private let minor: Int
    private let patch: Int

    /// Reads `7.88.1` and ignores any suffix; missing numbers are 0.
    package init(_ text: some StringProtocol) {
        let numbers = text.split(separator: ".").prefix(3).map { part in
            Int(part.prefix { ("0"..."9").contains($0) }) ?? 0
        }
        (major, minor, patch) = (
            numbers.first ?? 0, numbers.dropFirst().first ?? 0, numbers.dropFirst(2).first ?? 0
        )
    }

    package var description: String { "\(major).\(minor).\(patch)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}
