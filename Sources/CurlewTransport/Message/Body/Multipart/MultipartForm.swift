#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The bytes of a `multipart/form-data` body, assembled from its parts (RFC 7578, RFC 2046 §5.1.1).
package struct MultipartForm: Sendable {
    package let parts: [MultipartPart]
    package private(set) var segments: [BodySegment]
    let boundary: String
    /// Why the form cannot be sent; nil if it can.
    package let problem: String?

    /// Assembles a form.
    ///
    /// - Parameter boundary: separates the parts. The default has 122 random bits: no part holds it by chance.
    init(_ parts: [MultipartPart], boundary: String = "curlew-\(UUID().uuidString)") {
        self.boundary = boundary
        self.parts = parts
        problem = parts.lazy.compactMap(\.problem).first
        segments = Self.segments(parts, boundary)
    }

    /// Returns the same form with segments of known length; throws `.fileFailed`.
    func measurable() throws(NetworkError) -> MultipartForm {
        var form = self
        form.segments = try segments.map { segment throws(NetworkError) in try segment.measurable() }
        return form
    }

    package var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// The number of bytes; nil for a form with files.
    var length: Int64? {
        segments.reduce(0) { sum, segment in
            guard let sum, case .data(let data) = segment else { return nil }
            return sum + Int64(data.count)
        }
    }

    /// The bytes between two files are one segment.
    private static func segments(_ parts: [MultipartPart], _ boundary: String) -> [BodySegment] {
        var segments: [BodySegment] = []
        var pending = Data()
        for part in parts {
            pending += Data("--\(boundary)\r\n".utf8) + part.head
            switch part.content {
            case .data(let data) where data.count <= copyLimit: pending += data
            case .data, .file, .slice:
                segments += [.data(pending), part.content]
                pending = Data()
            }
            pending += Data("\r\n".utf8)
        }
        return segments + [.data(pending + Data("--\(boundary)--\r\n".utf8))]
    }

    /// The largest part in memory that is copied; a larger one is a segment of its own.
    private static let copyLimit = 16 * 1024
}

extension RequestBody {
    /// Texts, bytes and files as an HTML form with files sends them (`multipart/form-data`), in order.
    ///
    ///     .multipart([.text("title", "Ada"), .file("portrait", path: "ada.jpg", contentType: "image/jpeg")])
    ///
    /// Files are read while they are sent. The length is known in advance, and the body can be sent again. The
    /// boundary is random.
    public static func multipart(_ parts: [MultipartPart]) -> Self {
        let form = MultipartForm(parts)
        return Self(content: .multipart(form), contentType: form.contentType)
    }
}
