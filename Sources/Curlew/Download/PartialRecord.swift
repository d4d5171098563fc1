#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// What is needed to resume a partial file, stored in a small file beside it.
///
/// It is written while the partial file is empty, so that bytes and record always match, even after a crash.
struct PartialRecord: Codable, Equatable {
    private var version = 1
    /// A hash of the URL, which may contain secrets.
    let urlHash: String
    let validator: RangeValidator
    /// The length of the whole file; nil if the server did not send it.
    let total: Int64?
    /// The content codings of the bytes; nil for none.
    let contentCodings: [String]?
    /// The fields that name and describe the file, which a part need not repeat; nil for none.
    private let description: [String: String]?

    private static let sizeLimit = 64 * 1024
    private static let describingNames: [HTTPField.Name] = [.contentType, "Content-Disposition"]

    init(
        urlHash: String, validator: RangeValidator, total: Int64?, contentCodings: [String]? = nil,
        _ fields: HTTPFields = [:]
    ) {
        self.urlHash = urlHash
        self.validator = validator
        self.total = total
        self.contentCodings = contentCodings
        description = Self.description(fields)
    }

    private static func description(_ fields: HTTPFields) -> [String: String]? {
        var description: [String: String] = [:]
        for name in describingNames {
            // A record that grows too large could not be read.
            guard let value = fields[values: name].first, value.utf8.count <= 4096 else { continue }
            description[name.rawName] = value
        }
        return description.isEmpty ? nil : description
    }

    /// The known fields of the whole file.
    var fields: HTTPFields {
        var fields = HTTPFields()
        for name in Self.describingNames {
            if let value = description?[name.rawName] { fields[name] = value }
        }
        if let contentCodings { fields[.contentEncoding] = contentCodings.joined(separator: ", ") }
        return fields
    }

    /// Reads the record in a file; nil if there is no readable one of this version.
    static func load(from path: String) -> PartialRecord? {
        guard let data = try? contents(of: path),
            let record = try? JSONDecoder().decode(PartialRecord.self, from: data),
            record.version == 1
        else { return nil }
        return record
    }

    private static func contents(of path: String) throws(NetworkError) -> Data {
        let file = try FileReader(path: path)
        var buffer = [UInt8](repeating: 0, count: sizeLimit)
        return Data(buffer[..<(try file.read(into: &buffer))])
    }

    /// Writes the record to a new file, never through an existing link; throws `.fileFailed`.
    func save(to path: String) throws(NetworkError) {
        let data: Data
        do {
            data = try JSONEncoder().encode(self)
        } catch {
            throw NetworkError(.other, "the record of a download could not be encoded", underlying: error)
        }
        guard let file = try FileWriter.new(path, mode: 0o600) else {
            throw .fileFailed("open", path: path, errno: EEXIST)
        }
        try file.write(data, at: 0)
    }
}
