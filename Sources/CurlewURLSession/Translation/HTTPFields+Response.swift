import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPFields {
    /// The fields of a response, sorted by name: URLSession does not keep their order.
    init(_ response: HTTPURLResponse) {
        self.init()
        let received = response.allHeaderFields.compactMap { name, value -> (String, String)? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name, value)
        }
        for (text, value) in received.sorted(by: { $0.0 < $1.0 }) {
            let name = HTTPField.Name(text)
            let values = name == .setCookie ? SetCookieLines.split(value) : [value]
            for value in values {
                append(HTTPField(name: name, bytes: Array(value.utf8[...].trimmingOptionalWhitespace())))
            }
        }
    }
}
