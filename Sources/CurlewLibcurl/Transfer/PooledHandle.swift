import CCurl
import CurlewTransport

/// Keeps an easy handle in an array, which a value that cannot be copied cannot be; and what was set on it.
final class PooledHandle {
    let handle: EasyHandle
    /// The shape of the request that its options were set for; nil if they are uncertain.
    var shape: RequestShape?
    /// Which connections of its host the transfer may share: see `ConnectionRoutes`.
    private(set) var route = 0
    /// Which ways to the server the transfer's connections may have: see `PathScopes`.
    private var pathScope = 0
    private(set) var fieldList = FieldList()
    private(set) var isSpent = false
    /// The host and port to connect to instead of the URL's.
    private var connectTo = StringList([])
    /// The source of the list, if another request may send the same list.
    private var source: (fields: HTTPFields, suppressed: FieldList.Suppressed)?

    init?() {
        guard let handle = EasyHandle() else { return nil }
        self.handle = handle
    }

    /// Resets every option.
    func reset() throws(RefusedOption) {
        shape = nil
        source = nil
        route = 0
        pathScope = 0
        try handle.reset()
    }

    /// Makes curl connect to another host and port, in the form of its option.
    func setConnectTo(_ rule: String) throws(RefusedOption) {
        connectTo = StringList([rule])
        try handle.set(connectTo: connectTo)
    }

    /// Lets the transfer share connections only with others of the same scope, after a reset.
    func setPathScope(_ scope: Int) throws(RefusedOption) {
        pathScope = scope
        try setScope(AddressScope.route(0))
    }

    /// Lets the transfer share connections only with others of the same scope and way to the server.
    func setScope(_ scope: Int) throws(RefusedOption) {
        try handle.set(CURLOPT_ADDRESS_SCOPE, pathScope + scope)
    }

    /// Lets the transfer share connections only with others of the same route.
    func setRoute(_ route: Int) {
        guard route != self.route else { return }
        do throws(RefusedOption) {
            try setScope(AddressScope.route(route))
            self.route = route
        } catch {
            // If the number is too large, the transfer keeps its known connections.
            shape = nil
        }
    }

    /// Sets the field lines, unless they are those of the last request.
    func set(
        _ fields: HTTPFields, suppressing suppressed: FieldList.Suppressed, asksToContinue: Bool
    ) throws(RefusedOption) {
        if let source, !asksToContinue, source.suppressed == suppressed, source.fields.isIdentical(to: fields)
        {
            return
        }
        fieldList = FieldList(fields, asksToContinue: asksToContinue, suppressing: suppressed)
        source = asksToContinue ? nil : (fields, suppressed)
        try handle.set(fields: fieldList)
    }

    /// Makes the transfer open its own connection; the next request sets its options again.
    func useFreshConnection() -> Bool {
        shape = nil
        do throws(RefusedOption) {
            try handle.set(CURLOPT_FRESH_CONNECT, 1)
            return true
        } catch {
            return false
        }
    }

    /// Keeps curl from sending `Expect` when it repeats the request; the handle is not reused.
    func dropExpect() {
        fieldList.dropExpect()
        isSpent = true
    }
}
