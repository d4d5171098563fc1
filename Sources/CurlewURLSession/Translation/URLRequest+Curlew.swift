import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking

    // FoundationNetworking adds these by default. A blank value makes libcurl omit the field.
    private let suppressedFields: [HTTPField.Name] = [
        .accept, .acceptEncoding, "Accept-Language", .connection, .contentType, .expect, .userAgent,
    ]
#else
    private let suppressedFields: [HTTPField.Name] = []
#endif

extension URLRequest {
    /// Throws `.unsupported` for a URL that URLSession would change.
    init(_ request: HTTPRequest, hasBody: Bool) throws(NetworkError) {
        guard let url = URL(string: request.target.url), url.absoluteString == request.target.url else {
            throw .unsupported("Foundation cannot represent the URL without changing it")
        }
        self.init(url: url)
        httpMethod = request.method.rawValue
        for name in suppressedFields { setValue(" ", forHTTPHeaderField: name.rawName) }
        if request.options.decoding == .raw { setValue("identity", forHTTPHeaderField: "Accept-Encoding") }
        for (name, value) in Self.joined(request.fields) { setValue(value, forHTTPHeaderField: name.rawName) }
    }

    /// Joins repeated fields into one, which means the same (RFC 9110 §5.3; for Cookie RFC 9113 §8.2.3).
    private static func joined(_ fields: HTTPFields) -> [HTTPField.Name: String] {
        var joined: [HTTPField.Name: String] = [:]
        for field in fields {
            let separator = field.name == .cookie ? "; " : ", "
            joined[field.name] = joined[field.name].map { $0 + separator + field.value } ?? field.value
        }
        return joined
    }
}
