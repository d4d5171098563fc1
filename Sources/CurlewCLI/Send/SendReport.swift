#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// The object that `curlew send --output json` prints.
struct SendReport: Encodable {
    private var status: Int?
    /// Pairs of name and value, in order, with repeated names.
    private var fields: [[String]]?
    private var body: String?
    private var bodyBase64: String?
    private var error: Failure?
    /// The status and the URL of each redirect that was followed; nil if there were none.
    private var redirects: [Redirect]?
    /// The number of attempts.
    private let attempts: Int
    /// In milliseconds.
    private var timings: [String: Double] = [:]

    struct Failure: Encodable {
        let code: String
        let message: String
    }

    struct Redirect: Encodable {
        let status: Int
        let url: String
    }

    /// The report of a response with its whole body.
    init(_ response: Response<Data>) {
        attempts = response.attempts
        setHead(response.status, response.fields)
        setRedirects(response.redirects)
        body = String(validating: response.value, as: UTF8.self)
        if body == nil { bodyBase64 = response.value.base64EncodedString() }
        timings = Self.timings(response.metrics)
    }

    /// The report of a failure, with the head if it had arrived.
    init(_ error: NetworkError) {
        attempts = error.attempts
        if let response = error.response { setHead(response.status, response.fields) }
        setRedirects(error.redirects)
        self.error = Failure(code: error.code.rawValue, message: error.message)
        timings = Self.timings(error.metrics ?? TransferMetrics())
    }

    private mutating func setHead(_ status: HTTPResponse.Status, _ fields: HTTPFields) {
        self.status = status.code
        self.fields = fields.map { [$0.name.rawName, $0.value] }
    }

    private mutating func setRedirects(_ redirects: [HTTPResponse.Redirect]) {
        guard !redirects.isEmpty else { return }
        self.redirects = redirects.map { Redirect(status: $0.status.code, url: $0.target.url) }
    }

    /// Sets the total time if the transport has not measured it.
    mutating func addTotal(_ duration: Duration) {
        timings["total"] = timings["total"] ?? duration.roundedMilliseconds
    }

    private static func timings(_ metrics: TransferMetrics) -> [String: Double] {
        let phases: KeyValuePairs = [
            "queued": metrics.queued, "name_lookup": metrics.nameLookup, "connect": metrics.connect,
            "tls": metrics.tls, "sending": metrics.sending, "first_byte": metrics.firstByte,
            "total": metrics.total,
        ]
        let known = phases.compactMap { name, duration in duration.map { (name, $0.roundedMilliseconds) } }
        return Dictionary(uniqueKeysWithValues: known)
    }
}
