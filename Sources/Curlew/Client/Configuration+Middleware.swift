extension Client.Configuration {
    /// What the configuration adds to each hop, the outermost first.
    ///
    /// - Parameter origin: where credentials go; nil for a base URL that is none, to which nothing is sent.
    func hopMiddleware(origin: HTTPRequest.Target?) -> [any Middleware] {
        guard let auth, let origin else { return [] }
        return [Authenticator(authentication: auth, origin: origin)]
    }
}
