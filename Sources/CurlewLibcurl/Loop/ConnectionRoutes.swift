/// Keeps new requests off a host's connections that may be dead, while other requests may still be served on those.
///
/// Requests share a connection only if they have the same route, a number for each host. The next number begins when a
/// connection of the present one turns out to be silent, or is not made in good time.
struct ConnectionRoutes {
    /// Beyond it the hosts are forgotten, and all of them continue with a number that none has had.
    private static let most = 4096
    private var numbers: [String: Int] = [:]
    private var common = 0

    /// Whether every host has the first route, so that none need be looked up.
    var areAllFirst: Bool { numbers.isEmpty && common == 0 }

    func route(to host: String) -> Int { numbers[host] ?? common }

    /// Leaves a route of a host for new requests; one that was left before changes nothing.
    mutating func leave(_ route: Int, to host: String) {
        guard self.route(to: host) == route else { return }
        if numbers.count >= Self.most, numbers[host] == nil {
            common = (numbers.values.max() ?? common) + 1
            numbers.removeAll()
        }
        numbers[host] = self.route(to: host) + 1
    }
}

/// A connection from which nothing came while a request on it ran into a limit or was cancelled.
struct SuspectConnection {
    let descriptor: Int32
    let host: String
    let route: Int
}
