#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// One part of a request's body that is made of several.
package enum BodySegment: Sendable {
    case data(Data)
    case file(path: String)
    /// The bytes of a file from one offset to another.
    case slice(path: String, range: Range<Int64>)
}

extension BodySegment {
    /// The same bytes, in memory where the system does not know how many a file has, as in /proc and /sys.
    ///
    /// A file that cannot be opened stays as it is: what opens it says what is wrong. Throws `.fileFailed` for one that
    /// cannot be read, or has more than 16 MiB that the system does not know of.
    func measurable() throws(NetworkError) -> BodySegment {
        guard case .file(let path) = self, let content = try Self.unknownContent(of: path) else {
            return self
        }
        return .data(Data(content))
    }

    /// Nil for a file whose size is that of its content.
    private static func unknownContent(of path: String) throws(NetworkError) -> [UInt8]? {
        guard let reader = FileReader.opened(path), reader.hasNominalSize else { return nil }
        let content = try reader.readToEnd(upTo: 16 << 20)
        return content.count == reader.size ? nil : content
    }
}
