// The registered codes (RFC 9110 §15, RFC 6585, RFC 8470; RFC 4918, RFC 7725), without the interim ones, which no caller sees.
extension HTTPResponse.Status {
    /// `200 OK`.
    public static let ok: Self = 200
    /// `201 Created`.
    public static let created: Self = 201
    /// `202 Accepted`.
    public static let accepted: Self = 202
    /// `204 No Content`.
    public static let noContent: Self = 204
    /// `205 Reset Content`.
    public static let resetContent: Self = 205
    /// `206 Partial Content`.
    public static let partialContent: Self = 206
    /// `300 Multiple Choices`.
    public static let multipleChoices: Self = 300
    /// `301 Moved Permanently`.
    public static let movedPermanently: Self = 301
    /// `302 Found`.
    public static let found: Self = 302
    /// `303 See Other`.
    public static let seeOther: Self = 303
    /// `304 Not Modified`.
    public static let notModified: Self = 304
    /// `307 Temporary Redirect`.
    public static let temporaryRedirect: Self = 307
    /// `308 Permanent Redirect`.
    public static let permanentRedirect: Self = 308
    /// `400 Bad Request`.
    public static let badRequest: Self = 400
    /// `401 Unauthorized`.
    public static let unauthorized: Self = 401
    /// `402 Payment Required`.
    public static let paymentRequired: Self = 402
    /// `403 Forbidden`.
    public static let forbidden: Self = 403
    /// `404 Not Found`.
    public static let notFound: Self = 404
    /// `405 Method Not Allowed`.
    public static let methodNotAllowed: Self = 405
    /// `406 Not Acceptable`.
    public static let notAcceptable: Self = 406
    /// `407 Proxy Authentication Required`.
    public static let proxyAuthenticationRequired: Self = 407
    /// `408 Request Timeout`.
    public static let requestTimeout: Self = 408
    /// `409 Conflict`.
    public static let conflict: Self = 409
    /// `410 Gone`.
    public static let gone: Self = 410
    /// `411 Length Required`.
    public static let lengthRequired: Self = 411
    /// `412 Precondition Failed`.
    public static let preconditionFailed: Self = 412
    /// `413 Content Too Large`.
    public static let contentTooLarge: Self = 413
    /// `414 URI Too Long`.
    public static let uriTooLong: Self = 414
    /// `415 Unsupported Media Type`.
    public static let unsupportedMediaType: Self = 415
    /// `416 Range Not Satisfiable`.
    public static let rangeNotSatisfiable: Self = 416
    /// `417 Expectation Failed`.
    public static let expectationFailed: Self = 417
    /// `421 Misdirected Request`.
    public static let misdirectedRequest: Self = 421
    /// `422 Unprocessable Content`.
    public static let unprocessableContent: Self = 422
    /// `423 Locked`.
    public static let locked: Self = 423
    /// `424 Failed Dependency`.
    public static let failedDependency: Self = 424
    /// `425 Too Early`.
    public static let tooEarly: Self = 425
    /// `426 Upgrade Required`.
    public static let upgradeRequired: Self = 426
    /// `428 Precondition Required`.
    public static let preconditionRequired: Self = 428
    /// `429 Too Many Requests`.
    public static let tooManyRequests: Self = 429
    /// `431 Request Header Fields Too Large`.
    public static let requestHeaderFieldsTooLarge: Self = 431
    /// `451 Unavailable For Legal Reasons`.
    public static let unavailableForLegalReasons: Self = 451
    /// `500 Internal Server Error`.
    public static let internalServerError: Self = 500
    /// `501 Not Implemented`.
    public static let notImplemented: Self = 501
    /// `502 Bad Gateway`.
    public static let badGateway: Self = 502
    /// `503 Service Unavailable`.
    public static let serviceUnavailable: Self = 503
    /// `504 Gateway Timeout`.
    public static let gatewayTimeout: Self = 504
    /// `505 HTTP Version Not Supported`.
    public static let httpVersionNotSupported: Self = 505
    /// `507 Insufficient Storage`.
    public static let insufficientStorage: Self = 507
    /// `511 Network Authentication Required`.
    public static let networkAuthenticationRequired: Self = 511
}
