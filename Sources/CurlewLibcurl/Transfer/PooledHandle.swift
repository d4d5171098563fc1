import CCurl
import CurlewTransport

/// Keeps an easy handle in an array, which a value that cannot be copied cannot be; and what was set on it.
final class PooledHandle {
    let handle: EasyHandle
    /// The shape of the request that its options were set for; nil when they are in doubt.
    var shape: RequestShape?
    /// Which connections of its host the transfer may share: see `ConnectionRoutes`.
    private(set) var route = 0
    private(set) var fieldList = FieldList()
    private(set) var isSpent = false
    /// What the list was made from, where another request may send it as well.
    private var source: (fields: HTTPFields, suppressed: FieldList.Suppressed)?

    init?() {
        guard let handle = EasyHandle() else { return nil }
        self.handle = handle
    }

    /// Forgets every option.
    func reset() throws(RefusedOption) {
        shape = nil
        source = nil
        route = 0
        try handle.reset()
    }

    /// Lets the transfer share connections with others of the same route only.
    func setRoute(_ route: Int) {
        guard route != self.route else { return }
        do throws(RefusedOption) {
            try handle.set(CURLOPT_ADDRESS_SCOPE, AddressScope.route(route))
            self.route = route
        } catch {
            // A number that is too large: it stays with the connections that it knows.
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

    /// Has the transfer open a connection of its own; the next request sets its options anew.
    func useFreshConnection() -> Bool {
        shape = nil
        do throws(RefusedOption) {
            try handle.set(CURLOPT_FRESH_CONNECT, 1)
            return true
        } catch {
            return false
        }
    }

    /// Keeps curl from asking to continue when it repeats the request; the handle serves no other one.
    func askNoLonger() {
        fieldList.askNoLonger()
        isSpent = true
    }
}
