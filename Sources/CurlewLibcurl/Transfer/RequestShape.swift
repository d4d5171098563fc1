import CurlewTransport

/// What a request asks of its handle's options apart from URL, fields and the bytes of its body.
///
/// A handle whose last request had the same shape keeps its options: setting all of them again is a tenth of what a small
/// request costs.
struct RequestShape: Equatable {
    enum Content {
        case none
        /// A small body, which curl is given at once.
        case inline
        /// A body that curl asks for.
        case upload
    }

    let method: HTTPRequest.Method
    let content: Content
    let isSecure: Bool
    let options: HTTPRequest.Options
    let mayUseHTTP2: Bool
    /// Whether its target is set apart from the URL.
    var hasEmptyQuery = false
    var path: ConnectionPath?
    /// The host and port to connect to instead of the URL's.
    var connectTo: String?
}
