/// Keeps requests off a host's connections that may be dead, while other requests may still be served on those.
///
/// Requests share a connection only if they have the same route, a number for each host. New requests take another number
/// when a connection of the present one turns out to be silent, and that of the first connection that is ready when the
/// present one is not made in good time.
struct ConnectionRoutes {
    private struct Numbers {
        var current: Int
        var last: Int
    }

    /// Beyond it the hosts are forgotten, and all of them continue with a number that none has had.
    private static let most = 4096
    private var hosts: [String: Numbers] = [:]
    private var common = 0
    private var suspects: [SuspectConnection] = []

    /// Whether every host has the first route, so that none need be looked up.
    var areAllFirst: Bool { hosts.isEmpty && common == 0 }

    func route(to host: String) -> Int { hosts[host]?.current ?? common }

    /// A route that the host has not had, for one request; new requests do not take it.
    mutating func another(to host: String) -> Int {
        if hosts.count >= Self.most, hosts[host] == nil {
            common = (hosts.values.map(\.last).max() ?? common) + 1
            hosts.removeAll()
        }
        var numbers = hosts[host] ?? Numbers(current: common, last: common)
        numbers.last += 1
        hosts[host] = numbers
        return numbers.last
    }

    /// Has new requests take a route.
    mutating func use(_ route: Int, to host: String) { hosts[host]?.current = route }

    /// A connection may be dead.
    mutating func suspect(_ connection: SuspectConnection) { suspects.append(connection) }

    /// The connections that may be dead; the list begins anew.
    mutating func takeSuspects() -> [SuspectConnection] {
        guard !suspects.isEmpty else { return [] }
        defer { suspects.removeAll() }
        return suspects
    }

    /// Keeps new requests off a connection that may be dead while other requests still use it.
    mutating func avoid(_ connection: SuspectConnection) {
        leave(connection.route, to: connection.host)
        suspects.append(connection)
    }

    /// Leaves a route of a host for new requests; one that was left before changes nothing.
    mutating func leave(_ route: Int, to host: String) {
        guard self.route(to: host) == route else { return }
        use(another(to: host), to: host)
    }
}

/// A connection from which nothing came while a request on it ran into a limit or was cancelled.
struct SuspectConnection {
    let descriptor: Int32
    let host: String
    let route: Int
}
