import Curlew
import Foundation

extension Work {
    /// The body of each request.
    var body: RequestBody? {
        switch kind {
        case .post: .data(Data(repeating: UInt8(ascii: " "), count: uploadLength))
        case .uploadFile: source.map { .file($0) }
        case .uploadStream: .stream(PatternChunks(), length: Int64(uploadLength))
        case .get, .bytes, .stream, .file: nil
        }
    }

    /// The request of a bare transport.
    func request() throws(NetworkError) -> HTTPRequest {
        let body = body
        var request = try HTTPRequest(method: body == nil ? .get : .post, url: url, body: body)
        request.options.delivery = kind == .stream ? .streamed : .collected
        return request
    }
}
