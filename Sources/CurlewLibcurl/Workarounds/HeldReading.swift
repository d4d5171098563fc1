import CurlewTransport

/// libcurl keeps reading for a paused transfer, up to 64 MiB, and then fails it (curl#12640).
///
/// Nothing is read from the connection of a paused transfer meanwhile. HTTP/2 has its window for that.
///
/// Active with 8.5.0.
///
/// Row in `LibcurlHazard`: "a paused transfer is read until 64 MiB are in memory, and then fails".
struct HeldReading {
    static let isNeeded = LibcurlVersionRange("8.5.0", "8.5.0").contains(CurlVersion.current.number)
    private var descriptor: Int32?

    /// The transfer was paused.
    mutating func begin(_ sockets: inout SocketTable, _ descriptor: Int32?) {
        guard self.descriptor == nil, let descriptor else { return }
        self.descriptor = descriptor
        sockets.holdReading(of: descriptor)
    }

    /// The transfer continues, or has ended.
    mutating func end(_ sockets: inout SocketTable) {
        if let descriptor = descriptor.take() { sockets.resumeReading(of: descriptor) }
    }
}

extension SocketTable {
    /// Wants no reading of a descriptor, whatever curl wants.
    mutating func holdReading(of descriptor: Int32) {
        guard isWanted(descriptor) else { return }
        let curlWants = entries[Int(descriptor)].wanted
        entries[Int(descriptor)].heldInterest = curlWants
        wants(curlWants, of: descriptor)
    }

    /// Wants again what curl wants, unless the descriptor is of another connection by now.
    mutating func resumeReading(of descriptor: Int32) {
        guard entries.indices.contains(Int(descriptor)),
            let curlWants = entries[Int(descriptor)].heldInterest.take()
        else { return }
        wants(curlWants, of: descriptor)
    }
}
