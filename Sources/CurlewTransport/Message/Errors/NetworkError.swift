#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The one error type of this package: what failed, where, and what was known by then.
///
///     do throws(NetworkError) {
///         let user = try await client.send(.user("ada"))
///     } catch {
///         switch error.code {
///         case .timedOut: …
///         case .unacceptableStatus: print(error.response?.status ?? 0, error.bodyPrefix ?? Data())
///         default: print(error)
///         }
///     }
///
/// Secrets appear in none of its texts: URLs are shown without query and userinfo, fields redacted.
public struct NetworkError: Error, Sendable {
    private var box: Box

    /// Makes an error, for your own transport or middleware; the client fills in the rest.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it is.
    ///   - message: what happened, in plain words and without secrets.
    ///   - underlying: the error of the underlying library.
    ///   - phase: which limit passed, with `.timedOut`.
    ///   - mayHaveBeenProcessed: whether the server may have acted, with `.connectionLost` and `.incompleteBody`, and
    ///     with `.timedOut` if it is certain.
    ///   - errno: the system's error number, with `.fileFailed`.
    ///   - metrics: the durations up to the failure.
    public init(
        _ code: Code, _ message: String, underlying: (any Error)? = nil, phase: Timeouts.Phase? = nil,
        mayHaveBeenProcessed: Bool? = nil, errno: Int32? = nil, metrics: TransferMetrics? = nil
    ) {
        box = Box(
            Details(
                code: code, message: message, underlying: underlying, metrics: metrics, phase: phase,
                mayHaveBeenProcessed: mayHaveBeenProcessed, errno: errno))
    }

    /// What kind of failure it is.
    public var code: Code { box.details.code }
    /// What happened, in plain words.
    public var message: String { box.details.message }
    /// The unchanged error of the underlying library.
    public var underlying: (any Error)? { box.details.underlying }
    /// The endpoint's name; nil for a bare request.
    public var endpoint: String? { box.details.endpoint }
    /// Method and URL, without query and userinfo.
    public var request: String? { box.details.request }
    /// Where the request went last, after redirects; its texts hide the query.
    public var target: HTTPRequest.Target? { box.details.target }
    /// The redirects that were followed before the failure, in order.
    public var redirects: [HTTPResponse.Redirect] { box.details.redirects }
    /// The response's head, if one was received; its body is empty.
    public var response: HTTPResponse? { box.details.response }
    /// The first bytes of the response's body, at most 64 KiB; nil if none was read.
    public var bodyPrefix: Data? { box.details.bodyPrefix }
    /// The number of attempts; 0 if the request could not be built.
    public var attempts: Int { box.details.attempts }
    /// The durations of the phases up to the failure, where the transport knows them.
    public var metrics: TransferMetrics? { box.details.metrics }
    /// Which limit passed; only with `.timedOut`.
    public var phase: Timeouts.Phase? { box.details.phase }
    /// Whether the server may have acted on the request; with `.connectionLost` and `.incompleteBody`, and false with
    /// `.timedOut` when no connection was made.
    public var mayHaveBeenProcessed: Bool? { box.details.mayHaveBeenProcessed }
    /// The system's error number; only with `.fileFailed`.
    public var errno: Int32? { box.details.errno }

    /// The send whose credentials could not be obtained.
    package var sendWithoutCredentials: Int? { box.details.sendWithoutCredentials }

    /// All that the error holds.
    var details: Details { box.details }

    /// Changes the details in place; errors are rare, so each change makes a new box.
    package mutating func update(_ change: (inout Details) -> Void) {
        var details = box.details
        change(&details)
        box = Box(details)
    }

    /// The same error with more details.
    package func updating(_ change: (inout Details) -> Void) -> Self {
        var copy = self
        copy.update(change)
        return copy
    }
}

extension NetworkError {
    /// What an error holds; the client fills in what the transport cannot know.
    package struct Details: Sendable {
        package var code: Code
        package var message: String
        package var underlying: (any Error)?
        package var endpoint: String?
        package var request: String?
        package var target: HTTPRequest.Target?
        package var redirects: [HTTPResponse.Redirect] = []
        package var response: HTTPResponse?
        package var bodyPrefix: Data?
        /// What decodes the body's start: the endpoint's decoder, or the client's; nil for a bare request.
        package var bodyDecoder: (any BodyDecoder)?
        /// The body's start as the type that the client names for failures; nil if it is not one.
        package var failure: (any Sendable)?
        package var attempts = 0
        package var metrics: TransferMetrics?
        package var phase: Timeouts.Phase?
        package var mayHaveBeenProcessed: Bool?
        package var errno: Int32?
        /// The send whose credentials could not be obtained; it is not retried.
        package var sendWithoutCredentials: Int?

        /// Keeps a copy of the body's start, so that the error does not hold all of it.
        package mutating func keepPrefix(of body: Data) {
            bodyPrefix = Data(body.prefix(NetworkError.bodyPrefixLimit))
        }
    }

    private final class Box: Sendable {
        let details: Details

        init(_ details: Details) {
            self.details = details
        }
    }

    /// The most bytes of a body that an error keeps.
    package static let bodyPrefixLimit = 64 * 1024
}

extension NetworkError: CustomStringConvertible, LocalizedError {
    /// Code, message, the description of the API's own failure, and where it happened, in one line.
    ///
    /// A space is in place of each character that would change how the others are shown, such as a control of direction.
    public var description: String {
        var text = "\(code): \(message)\(failureText)"
        let place = [
            request, redirects.isEmpty ? nil : target.map { "redirected to \($0)" },
            endpoint.flatMap { $0.isEmpty ? nil : "endpoint \($0)" },
            attempts > 1 ? "\(attempts) attempts" : nil,
        ].compactMap(\.self)
        if !place.isEmpty { text += " (\(place.joined(separator: ", ")))" }
        return text.singleLine
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension NetworkError {
    package static func invalidURL(_ message: String) -> Self { NetworkError(.invalidURL, message) }
    package static func invalidRequest(_ message: String) -> Self { NetworkError(.invalidRequest, message) }
    package static func unsupported(_ message: String) -> Self { NetworkError(.unsupported, message) }

    package static var cancelled: Self { NetworkError(.cancelled, "the calling task was cancelled") }
    package static var closed: Self { NetworkError(.closed, "the transport was shut down") }

    package static func timedOut(_ phase: Timeouts.Phase, after limit: Duration) -> Self {
        NetworkError(.timedOut, "\(phase.explanation) within \(limit.shortText)", phase: phase)
    }

    package static func fileFailed(_ action: String, path: String, errno: Int32, reason: String) -> Self {
        NetworkError(.fileFailed, "cannot \(action) \(path): \(reason)", errno: errno)
    }

    /// Converts any error to this type: itself, `.cancelled`, or one with the given code and the error as underlying.
    @usableFromInline
    package static func wrapping(_ error: any Error, as code: Code, _ message: String) -> Self {
        if let own = error as? NetworkError { return own }
        if error is CancellationError { return .cancelled }
        return NetworkError(code, message, underlying: error)
    }
}
