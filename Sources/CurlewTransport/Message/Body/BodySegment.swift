#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One segment of a request's body that is made of several.
package enum BodySegment: Sendable {
    case data(Data)
    case file(path: String)
    /// The bytes of a file from one offset to another.
    case slice(path: String, range: Range<Int64>)
}

extension BodySegment {
    /// Returns the same bytes, read into memory if the system does not know the file's size, as in /proc and /sys.
    ///
    /// A file that cannot be opened is returned unchanged: opening it later reports the error. Throws `.fileFailed`
    /// for a file that cannot be read, and for one of unknown size that has more than 16 MiB.
    func measurable() throws(NetworkError) -> BodySegment {
        switch self {
        case .data: return self
        case .file(let path):
            guard let content = try Self.unknownContent(of: path) else { return self }
            return .data(Data(content))
        case .slice(let path, let range):
            guard let content = try Self.unknownContent(of: path) else { return self }
            try range.check(in: path, of: Int64(content.count))
            return .data(Data(content[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }

    /// Returns nil for a file whose reported size is that of its content.
    private static func unknownContent(of path: String) throws(NetworkError) -> [UInt8]? {
        guard let reader = FileReader.opened(path), reader.hasNominalSize else { return nil }
        let content = try reader.readToEnd(upTo: 16 << 20)
        return content.count == reader.size ? nil : content
    }
}

extension Range<Int64> {
    /// Throws `.fileFailed` for a range that is not in a file of the given size.
    func check(in path: String, of size: Int64) throws(NetworkError) {
        guard lowerBound >= 0, upperBound <= size else {
            throw .fileFailed(
                "read", path: path, errno: EINVAL, reason: "it has \(size) bytes, and not all of \(self)")
        }
    }
}
