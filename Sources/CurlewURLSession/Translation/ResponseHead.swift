import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The head of a response.
struct ResponseHead {
    /// The expected length of a complete body.
    enum ExpectedBody: Equatable {
        /// As many bytes as Content-Length declares.
        case length(Int64)
        /// Any number of bytes: the platform checks the framing.
        case anyLength
        /// A body that this platform drops.
        case lost
    }

    let status: Int
    let fields: HTTPFields
    let hasBody: Bool
    let expectedBody: ExpectedBody
    /// Why the response cannot be delivered.
    let refusal: NetworkError?

    /// - Parameter isBodyLost: whether the body, if there is one, is not reported.
    init(
        _ response: HTTPURLResponse, to request: HTTPRequest, isBodyLost: Bool, limits: TransportConfiguration
    ) {
        let received = HTTPFields(response)
        let head = HTTPResponse(status: .init(code: response.statusCode), fields: received)
        let isEncoded = !received.contentCodings.isEmpty
        // RFC 9112 §6.3: Transfer-Encoding overrides the length.
        let length = received.contains(.transferEncoding) ? nil : head.contentLength
        status = response.statusCode
        hasBody = request.method != .head && !head.status.forbidsBody && length != 0
        refusal = Self.refusal(
            of: received, status: status, hasBody: hasBody, decoding: request.options.decoding, limits)
        fields = hasBody && isEncoded ? Self.decoded(received) : received
        expectedBody =
            if !hasBody {
                .length(0)
            } else if isBodyLost {
                .lost
            } else if !isEncoded, let length {
                .length(length)
            } else {
                .anyLength
            }
    }

    private static func refusal(
        of received: HTTPFields, status: Int, hasBody: Bool, decoding: HTTPRequest.Decoding,
        _ limits: TransportConfiguration
    ) -> NetworkError? {
        if status == 101 {
            NetworkError(.protocolViolation, "the server has switched to another protocol")
        } else if hasBody, !received.hasOnlyChunkedTransferCoding {
            NetworkError(
                .protocolViolation, "the response has a Transfer-Encoding other than a single \"chunked\""
            )
        } else if received.contains(where: { $0.value.utf8.contains(0) }) {
            NetworkError(.protocolViolation, "the response's head contains a NUL")
        } else if received.bodyLength == .contradictory {
            NetworkError(.protocolViolation, "the response's Content-Length is not a single number")
        } else if received.count > limits.fieldLimit || size(of: received) > limits.headLimit {
            NetworkError(
                .headersTooLarge,
                "the response's head has more than \(limits.headLimit) bytes or \(limits.fieldLimit) fields"
            )
        } else if hasBody, !received.contentCodings.isEmpty, decoding == .raw,
            HTTPResponse.Status(code: status).isSuccessful
        {
            // The body of an error is useful even decoded.
            encodedBody
        } else if hasBody, let problem = received.decodingProblem(status: status) {
            // The libcurl that URLSession uses treats a part of encoded data as the whole, and decodes what it can.
            NetworkError(.contentDecodingFailed, problem)
        } else {
            nil
        }
    }

    func response(body: ResponseBody, metrics: TransferMetrics) -> HTTPResponse {
        HTTPResponse(status: .init(code: status), fields: fields, body: body, metrics: metrics)
    }

    /// About as many bytes as the fields have on the wire.
    private static func size(of fields: HTTPFields) -> Int {
        fields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + ": \r\n".utf8.count }
    }

    /// Both describe the body before it was decoded (RFC 9110 §8.4, §8.6).
    private static func decoded(_ fields: HTTPFields) -> HTTPFields {
        var fields = fields
        fields.removeAll(.contentEncoding)
        fields.removeAll(.contentLength)
        return fields
    }

    private static var encodedBody: NetworkError {
        .unsupported(
            "the server encoded the body anyway, and URLSession always decodes: use the libcurl transport"
        )
    }
}

extension HTTPFields {
    /// Whether Transfer-Encoding is absent or exactly one `chunked`: no request accepts another coding (RFC 9112 §7).
    fileprivate var hasOnlyChunkedTransferCoding: Bool {
        let codings = self[values: .transferEncoding]
        return codings.isEmpty || (codings.count == 1 && codings[0].lowercased() == "chunked")
    }
}
