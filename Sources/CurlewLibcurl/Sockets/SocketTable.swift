import CurlewTransport

/// The events that curl wants of each descriptor and those that the waiter has registered: recorded now, applied
/// before waiting.
///
/// A connection stays registered while curl wants no events of it, until it is closed or fires then, so that a
/// request on an idle connection costs no system call here. Any other descriptor (the resolver's pair) goes at once:
/// it is closed without a word, and its number comes back.
struct SocketTable {
    /// Reading and writing, with the numbers of `CURL_POLL_IN` and `CURL_POLL_OUT`.
    struct Interest: OptionSet {
        let rawValue: Int32
        static let read = Interest(rawValue: 1)
        static let write = Interest(rawValue: 2)
    }

    enum Change: Equatable {
        case add(Int32, Interest)
        case modify(Int32, Interest)
        case remove(Int32)
    }

    struct Entry {
        var wanted: Interest = []
        var registered: Interest?
        /// Opened in this turn: any earlier registration of its number is gone.
        var isFresh = false
        /// Marked by curl's socket-option callback, so that its closing is reported too.
        var isConnection = false
        var isChanged = false
        /// It has fired while idle.
        var hasFiredIdle = false
        /// Looked up once: curl reports a connection's ends, but not its descriptor.
        var ends: ConnectionEnds?
        /// It carries HTTP/2, on which the server may send frames at any time.
        var isMultiplexed = false
        /// When the peer last sent something.
        var lastRead = MonotonicTime.distantPast
        /// Nothing has arrived since a request on it began that got no response.
        var isSuspect = false
        /// Its host and route, if requests may share it.
        var host: String?
        var route = 0
        var opened = MonotonicTime.distantPast
        /// When curl last wanted something of it.
        var lastUsed = MonotonicTime.distantPast
        /// It was shut down because it has expired.
        var isEnding = false
        /// What curl wants, while nothing may be read.
        var heldInterest: Interest?

        var mayBeConnection: Bool { isConnection || !wanted.isEmpty }
        var isIdle: Bool { wanted.isEmpty && (isConnection || hasFiredIdle) }
    }

    var entries: [Entry] = []
    private var changed: [Int32] = []
    private var firedIdle: [Int32] = []
    /// The moment at which this turn began.
    var now = MonotonicTime.distantPast
    var lifetimes = ConnectionLifetimes()
    /// When the next connection may expire.
    var nextExpiry = MonotonicTime.distantFuture

    /// curl wants these events of a descriptor; none when it is done with it.
    mutating func wants(_ curlWants: Interest, of descriptor: Int32) {
        let now = now
        var interest = curlWants
        change(descriptor) { entry in
            if entry.heldInterest != nil {
                entry.heldInterest = curlWants
                interest.remove(.read)
            }
            if interest.isEmpty { entry.lastUsed = now }
            entry.wanted = interest
            entry.hasFiredIdle = false
            if interest.isEmpty, !entry.isConnection { entry.isFresh = true }
        }
        if isConnection(descriptor), interest.isEmpty { noteIdle(entries[Int(descriptor)]) }
    }

    /// A connection was opened under this number.
    mutating func opened(_ descriptor: Int32) {
        let now = now
        change(descriptor) {
            $0 = Entry(isFresh: true, isConnection: true, isChanged: $0.isChanged, opened: now, lastUsed: now)
        }
    }

    /// A connection was closed; the kernel has forgotten its registration.
    mutating func closed(_ descriptor: Int32) {
        change(descriptor) { $0 = Entry(isChanged: $0.isChanged) }
    }

    /// The descriptor of the open connection between two ends.
    mutating func connection(between ends: ConnectionEnds) -> Int32? {
        if let known = entries.firstIndex(where: { $0.ends == ends && $0.mayBeConnection }) {
            return Int32(known)
        }
        for index in entries.indices where entries[index].ends == nil && entries[index].mayBeConnection {
            let own = ConnectionEnds(of: Int32(index))
            // Before it is connected it has no peer's port.
            if own.remotePort != 0 { entries[index].ends = own }
            if own == ends { return Int32(index) }
        }
        return nil
    }

    /// Whether a descriptor that fired is wanted; an unwanted one leaves the waiter with the next changes.
    ///
    /// An event from before a connection was opened under its number belongs to the previous one.
    mutating func fired(_ descriptor: Int32) -> Bool {
        guard !isWanted(descriptor) else { return !entries[Int(descriptor)].isFresh }
        // What is no connection of ours is left alone: its number may belong to another descriptor by now.
        if isConnection(descriptor) { firedIdle.append(descriptor) }
        change(descriptor) { entry in
            entry.hasFiredIdle = entry.isConnection
            entry.isConnection = false
            // It fired, so the waiter has it, even if it was considered closed.
            entry.registered = entry.registered ?? []
        }
        return false
    }

    /// The peer of a connection has sent bytes.
    mutating func heard(from descriptor: Int32) {
        guard entries.indices.contains(Int(descriptor)) else { return }
        entries[Int(descriptor)].lastRead = now
        entries[Int(descriptor)].isSuspect = false
    }

    /// Other requests of the same route to the host may share a connection.
    mutating func noteHost(_ host: String, route: Int, of descriptor: Int32) {
        guard isOpen(descriptor) else { return }
        (entries[Int(descriptor)].host, entries[Int(descriptor)].route) = (host, route)
    }

    /// Whether a connection that requests of a route to a host may share shows signs of life: it received bytes since
    /// one moment, or it was opened after another, so that it still may.
    func isAlive(
        _ host: String, route: Int, heardSince moment: MonotonicTime, openedSince opening: MonotonicTime
    ) -> Bool {
        entries.contains {
            ($0.lastRead > moment || $0.opened > opening) && $0.route == route && $0.host == host
        }
    }

    /// A request on a connection has had no response since a moment.
    ///
    /// Returns whether the connection has become suspect, because nothing has arrived on it since then.
    mutating func suspect(_ descriptor: Int32, silentSince moment: MonotonicTime) -> Bool {
        guard isOpen(descriptor) else { return false }
        let entry = entries[Int(descriptor)]
        guard !entry.isSuspect, entry.lastRead <= moment else { return false }
        entries[Int(descriptor)].isSuspect = true
        return true
    }

    /// Whether a connection is still open and suspect.
    func isSuspect(_ descriptor: Int32) -> Bool {
        isOpen(descriptor) && entries[Int(descriptor)].isSuspect
    }

    /// Takes the connections that have fired while idle, and whether they carry HTTP/2.
    mutating func takeFiredIdle() -> [(descriptor: Int32, isMultiplexed: Bool)] {
        guard !firedIdle.isEmpty else { return [] }
        defer { firedIdle.removeAll() }
        return firedIdle.filter { entries[Int($0)].hasFiredIdle }.map { ($0, entries[Int($0)].isMultiplexed) }
    }

    /// Puts a connection back on that list.
    mutating func keepFiredIdle(_ descriptor: Int32) { firedIdle.append(descriptor) }

    /// A connection turned out to carry HTTP/2.
    mutating func noteMultiplexed(_ descriptor: Int32) {
        if entries.indices.contains(Int(descriptor)) { entries[Int(descriptor)].isMultiplexed = true }
    }

    /// Whether it is a connection that curl has not closed; one that has fired while idle is no longer watched, but
    /// still open.
    private func isOpen(_ descriptor: Int32) -> Bool {
        guard entries.indices.contains(Int(descriptor)) else { return false }
        let entry = entries[Int(descriptor)]
        return entry.mayBeConnection || entry.hasFiredIdle
    }

    /// Whether a connection was opened under this number.
    func isConnection(_ descriptor: Int32) -> Bool {
        entries.indices.contains(Int(descriptor)) && entries[Int(descriptor)].isConnection
    }

    /// Whether curl wants events of it.
    func isWanted(_ descriptor: Int32) -> Bool {
        entries.indices.contains(Int(descriptor)) && !entries[Int(descriptor)].wanted.isEmpty
    }

    /// The changes since the last call, one at most for each descriptor.
    mutating func takeChanges(_ apply: (Change) -> Void) {
        for descriptor in changed {
            if let change = settle(&entries[Int(descriptor)], descriptor) { apply(change) }
        }
        changed.removeAll(keepingCapacity: true)
    }

    private func settle(_ entry: inout Entry, _ descriptor: Int32) -> Change? {
        defer {
            entry.isChanged = false
            entry.isFresh = false
        }
        if entry.wanted.isEmpty {
            guard entry.registered != nil, !entry.isConnection else { return nil }
            entry.registered = nil
            return .remove(descriptor)
        }
        if entry.registered == entry.wanted, !entry.isFresh { return nil }
        let isKnown = entry.registered != nil && !entry.isFresh
        entry.registered = entry.wanted
        return isKnown ? .modify(descriptor, entry.wanted) : .add(descriptor, entry.wanted)
    }

    private mutating func change(_ descriptor: Int32, _ body: (inout Entry) -> Void) {
        let index = Int(descriptor)
        guard index >= 0 else { return }
        while entries.count <= index { entries.append(Entry()) }
        body(&entries[index])
        guard !entries[index].isChanged else { return }
        entries[index].isChanged = true
        changed.append(descriptor)
    }
}
