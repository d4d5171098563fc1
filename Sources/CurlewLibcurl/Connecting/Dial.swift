import CurlewTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Finds out which address of a host responds: the sockets of an `AddressRace`.
final class Dial {
    private let addresses: [SocketAddress]
    private var race: AddressRace
    private var sockets: [Int32: SocketAddress] = [:]
    /// The error number of the last address that has failed.
    private var lastError: Int32 = 0

    init(_ addresses: [SocketAddress]) {
        self.addresses = addresses
        race = AddressRace(count: addresses.count)
    }

    var descriptors: some Sequence<Int32> { sockets.keys }
    var nextTime: MonotonicTime { race.nextTime }
    var isLost: Bool { race.isLost }

    /// Why all have failed.
    var failure: NetworkError {
        let reason = unsafe String(cString: strerror(lastError))
        return NetworkError(
            .cannotConnect, "none of the host's \(addresses.count) addresses accepts a connection: \(reason)")
    }

    /// Starts the addresses whose time has come; returns the new sockets, which must be watched for writing.
    func proceed(at now: MonotonicTime) -> [Int32] {
        var opened: [Int32] = []
        while let index = race.next(at: now) {
            switch addresses[index].beginConnecting() {
            case .underWay(let descriptor):
                sockets[descriptor] = addresses[index]
                opened.append(descriptor)
            case .failed(let error): failed(error)
            }
        }
        return opened
    }

    /// A socket is writable: returns its address if it is connected, nil if it has failed and is closed.
    func fired(_ descriptor: Int32) -> SocketAddress? {
        let error = SocketAddress.result(of: descriptor)
        guard error != 0 else { return sockets[descriptor] }
        sockets[descriptor] = nil
        close(descriptor)
        failed(error)
        return nil
    }

    /// Closes all sockets.
    func end() {
        for descriptor in sockets.keys { close(descriptor) }
        sockets.removeAll()
    }

    private func failed(_ error: Int32) {
        lastError = error
        race.failed()
    }
}
