#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
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
        guard case .file(let path) = self, let content = try Self.unknownContent(of: path) else {
            return self
        }
        return .data(Data(content))
    }

    /// Returns nil for a file whose reported size is that of its content.
    private static func unknownContent(of path: String) throws(NetworkError) -> [UInt8]? {
        guard let reader = FileReader.opened(path), reader.hasNominalSize else { return nil }
        let content = try reader.readToEnd(upTo: 16 << 20)
        return content.count == reader.size ? nil : content
    }
}
