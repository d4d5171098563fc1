extension Client.Configuration {
    /// The middleware of each attempt, the outermost first: cookies, the caller's own, the coding of a range that it
    /// added, the trace, observers.
    ///
    /// - Parameter rangeCodings: the content codings that the client accepts by default; empty if no middleware can
    ///   have added a range.
    func attemptMiddleware(with own: [any Middleware], rangeCodings: String) -> [any Middleware] {
        var all = own
        if let cookies { all.insert(Cookies(jar: cookies, clock: clock), at: 0) }
        if !rangeCodings.isEmpty, !fields.contains(.acceptEncoding) {
            all.append(RangeCodings(own: rangeCodings))
        }
        if propagatesTraceContext { all.append(TracePropagation()) }
        if !observers.isEmpty { all.append(Observation(observers: observers, clock: clock)) }
        return all
    }
}
