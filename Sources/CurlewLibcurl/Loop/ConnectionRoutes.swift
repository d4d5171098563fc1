/// Keeps requests off a host's connections that may be dead, while other requests may still complete on them.
///
/// Requests share a connection only if they have the same route, a number for each host. New requests take another
/// number if a connection of the current one turns out to be silent, and that of the first ready connection if the
/// current one takes too long to be made.
struct ConnectionRoutes {
    private struct Numbers {
        var current: Int
        var last: Int
    }

    /// Beyond it the hosts are cleared, and all of them continue with a number that none has had.
    private static let most = 4096
    private var hosts: [String: Numbers] = [:]
    private var common = 0
    private var suspects: [SuspectConnection] = []

    /// Whether every host has the first route, so that no lookup is needed.
    var areAllFirst: Bool { hosts.isEmpty && common == 0 }

    func route(to host: String) -> Int { hosts[host]?.current ?? common }

    /// A new route of the host for one request; other requests do not take it.
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

    /// Makes new requests take a route.
    mutating func use(_ route: Int, to host: String) { hosts[host]?.current = route }

    /// A connection may be dead.
    mutating func suspect(_ connection: SuspectConnection) { suspects.append(connection) }

    /// Takes the list of connections that may be dead.
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

    /// Makes new requests leave a route of a host; does nothing for a route that was left before.
    mutating func leave(_ route: Int, to host: String) {
        guard self.route(to: host) == route else { return }
        use(another(to: host), to: host)
    }
}

/// A connection that was silent while a request on it timed out or was cancelled.
struct SuspectConnection {
    let descriptor: Int32
    let host: String
    let route: Int
}
