// The names in use, mostly of RFC 9110.
extension HTTPField.Name {
    /// `Accept`.
    public static let accept: Self = "Accept"
    /// `Accept-Encoding`.
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Language`.
    public static let acceptLanguage: Self = "Accept-Language"
    /// `Accept-Patch`.
    public static let acceptPatch: Self = "Accept-Patch"
    /// `Accept-Ranges`.
    public static let acceptRanges: Self = "Accept-Ranges"
    /// `Age`.
    public static let age: Self = "Age"
    /// `Allow`.
    public static let allow: Self = "Allow"
    /// `Alt-Svc`.
    public static let altSvc: Self = "Alt-Svc"
    /// `Authentication-Info`.
    public static let authenticationInfo: Self = "Authentication-Info"
    /// `Authorization`.
    public static let authorization: Self = "Authorization"
    /// `Cache-Control`.
    public static let cacheControl: Self = "Cache-Control"
    /// `Connection`.
    public static let connection: Self = "Connection"
    /// `Content-Digest`.
    public static let contentDigest: Self = "Content-Digest"
    /// `Content-Disposition`.
    public static let contentDisposition: Self = "Content-Disposition"
    /// `Content-Encoding`.
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Language`.
    public static let contentLanguage: Self = "Content-Language"
    /// `Content-Length`.
    public static let contentLength: Self = "Content-Length"
    /// `Content-Location`.
    public static let contentLocation: Self = "Content-Location"
    /// `Content-Range`.
    public static let contentRange: Self = "Content-Range"
    /// `Content-Type`.
    public static let contentType: Self = "Content-Type"
    /// `Cookie`.
    public static let cookie: Self = "Cookie"
    /// `Date`.
    public static let date: Self = "Date"
    /// `Deprecation`.
    public static let deprecation: Self = "Deprecation"
    /// `ETag`.
    public static let eTag: Self = "ETag"
    /// `Expect`.
    public static let expect: Self = "Expect"
    /// `Expires`.
    public static let expires: Self = "Expires"
    /// `Forwarded`.
    public static let forwarded: Self = "Forwarded"
    /// `Host`.
    public static let host: Self = "Host"
    /// `Idempotency-Key`, by which a server recognises a repeated request.
    public static let idempotencyKey: Self = "Idempotency-Key"
    /// `If-Match`.
    public static let ifMatch: Self = "If-Match"
    /// `If-Modified-Since`.
    public static let ifModifiedSince: Self = "If-Modified-Since"
    /// `If-None-Match`.
    public static let ifNoneMatch: Self = "If-None-Match"
    /// `If-Range`.
    public static let ifRange: Self = "If-Range"
    /// `If-Unmodified-Since`.
    public static let ifUnmodifiedSince: Self = "If-Unmodified-Since"
    /// `Last-Event-ID`.
    public static let lastEventID: Self = "Last-Event-ID"
    /// `Last-Modified`.
    public static let lastModified: Self = "Last-Modified"
    /// `Link`.
    public static let link: Self = "Link"
    /// `Location`.
    public static let location: Self = "Location"
    /// `Origin`.
    public static let origin: Self = "Origin"
    /// `Pragma`.
    public static let pragma: Self = "Pragma"
    /// `Prefer`.
    public static let prefer: Self = "Prefer"
    /// `Preference-Applied`.
    public static let preferenceApplied: Self = "Preference-Applied"
    /// `Priority`.
    public static let priority: Self = "Priority"
    /// `Proxy-Authenticate`.
    public static let proxyAuthenticate: Self = "Proxy-Authenticate"
    /// `Proxy-Authorization`.
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    /// `Range`.
    public static let range: Self = "Range"
    /// `Referer`.
    public static let referer: Self = "Referer"
    /// `Repr-Digest`.
    public static let reprDigest: Self = "Repr-Digest"
    /// `Retry-After`.
    public static let retryAfter: Self = "Retry-After"
    /// `Server`.
    public static let server: Self = "Server"
    /// `Server-Timing`.
    public static let serverTiming: Self = "Server-Timing"
    /// `Set-Cookie`.
    public static let setCookie: Self = "Set-Cookie"
    /// `Strict-Transport-Security`.
    public static let strictTransportSecurity: Self = "Strict-Transport-Security"
    /// `Sunset`.
    public static let sunset: Self = "Sunset"
    /// `TE`.
    public static let te: Self = "TE"
    /// `traceparent`.
    public static let traceparent: Self = "traceparent"
    /// `tracestate`.
    public static let tracestate: Self = "tracestate"
    /// `Trailer`.
    public static let trailer: Self = "Trailer"
    /// `Transfer-Encoding`.
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `Upgrade`.
    public static let upgrade: Self = "Upgrade"
    /// `User-Agent`.
    public static let userAgent: Self = "User-Agent"
    /// `Vary`.
    public static let vary: Self = "Vary"
    /// `Via`.
    public static let via: Self = "Via"
    /// `WWW-Authenticate`.
    public static let wwwAuthenticate: Self = "WWW-Authenticate"
}
