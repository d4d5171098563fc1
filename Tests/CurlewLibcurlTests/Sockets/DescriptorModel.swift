import TestSupport

@testable import CurlewLibcurl

/// A kernel that registers descriptors, and a curl that opens, watches and closes them like the real one.
struct DescriptorModel {
    private enum Use {
        case connection(wanted: SocketTable.Interest)
        case pair(wanted: SocketTable.Interest)
    }

    var random: SplitMix
    private var table = SocketTable()
    private var used: [Int32: Use] = [:]
    private var registered: [Int32: SocketTable.Interest] = [:]
    private(set) var problem: String?

    init(seed: UInt64) {
        random = SplitMix(state: seed)
    }

    mutating func step() {
        let descriptor = Int32.random(in: 3...6, using: &random)
        switch used[descriptor] {
        case nil: open(descriptor)
        case .connection(let wanted): use(descriptor, wanted)
        case .pair(let wanted): usePair(descriptor, wanted)
        }
    }

    private mutating func open(_ descriptor: Int32) {
        if Bool.random(using: &random) {
            used[descriptor] = .connection(wanted: [])
            table.opened(descriptor)
        } else {
            used[descriptor] = .pair(wanted: .read)
            table.wants(.read, of: descriptor)
        }
    }

    private mutating func use(_ descriptor: Int32, _ wanted: SocketTable.Interest) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            if !wanted.isEmpty { table.wants([], of: descriptor) }
            table.closed(descriptor)
            close(descriptor)
        case 1: fire(descriptor, isWanted: !wanted.isEmpty)
        default:
            let wanted = SocketTable.Interest(rawValue: Int32.random(in: 0...3, using: &random))
            used[descriptor] = .connection(wanted: wanted)
            table.wants(wanted, of: descriptor)
        }
    }

    /// curl closes the resolver's pair without notice, but not before it is done with it.
    private mutating func usePair(_ descriptor: Int32, _ wanted: SocketTable.Interest) {
        if Bool.random(using: &random) { return fire(descriptor, isWanted: !wanted.isEmpty) }
        table.wants([], of: descriptor)
        close(descriptor)
    }

    private mutating func close(_ descriptor: Int32) {
        used[descriptor] = nil
        registered[descriptor] = nil
    }

    private mutating func fire(_ descriptor: Int32, isWanted: Bool) {
        guard registered[descriptor] != nil else { return }
        if table.fired(descriptor), !isWanted { problem = "\(descriptor) fired, wanted: \(isWanted)" }
    }

    mutating func endTurn() {
        var changes: [SocketTable.Change] = []
        table.takeChanges { changes.append($0) }
        for change in changes { apply(change) }
        for (descriptor, use) in used { check(descriptor, use) }
    }

    private mutating func apply(_ change: SocketTable.Change) {
        switch change {
        case .add(let descriptor, let interest), .modify(let descriptor, let interest):
            if case .modify = change, registered[descriptor] == nil { problem = "ENOENT for \(descriptor)" }
            if used[descriptor] == nil { problem = "EBADF for \(descriptor)" }
            registered[descriptor] = interest
        case .remove(let descriptor): registered[descriptor] = nil
        }
    }

    private mutating func check(_ descriptor: Int32, _ use: Use) {
        let registered = registered[descriptor]
        switch use {
        case .connection(let wanted), .pair(let wanted):
            if !wanted.isEmpty, registered != wanted { problem = "\(descriptor) is not registered as wanted" }
        }
        if case .pair(wanted: []) = use, registered != nil { problem = "the pair \(descriptor) stays" }
    }
}
