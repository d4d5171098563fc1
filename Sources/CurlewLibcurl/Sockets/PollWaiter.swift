#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Waits with poll, where there is no epoll.
final class PollWaiter: Waiter {
    private var descriptors: [pollfd] = []
    private var readyEntries: [pollfd] = []

    func apply(_ change: SocketTable.Change) {
        switch change {
        case .add(let socket, let interest), .modify(let socket, let interest):
            let entry = pollfd(fd: socket, events: Self.events(interest), revents: 0)
            if let index = index(of: socket) { descriptors[index] = entry } else { descriptors.append(entry) }
        case .remove(let socket):
            if let index = index(of: socket) { descriptors.remove(at: index) }
        }
    }

    func wait(milliseconds: Int32) -> Int {
        let count = unsafe descriptors.withUnsafeMutableBufferPointer { entries in
            unsafe poll(entries.baseAddress, nfds_t(entries.count), milliseconds)
        }
        readyEntries = count > 0 ? descriptors.filter { $0.revents != 0 } : []
        // A closed descriptor would report POLLNVAL at once, again and again.
        descriptors.removeAll { $0.revents & Int16(POLLNVAL) != 0 }
        return readyEntries.count
    }

    func ready(at index: Int) -> (descriptor: Int32, events: ReadyEvents) {
        (readyEntries[index].fd, Self.readyEvents(readyEntries[index].revents))
    }

    private func index(of socket: Int32) -> Int? { descriptors.firstIndex { $0.fd == socket } }

    private static func events(_ interest: SocketTable.Interest) -> Int16 {
        (interest.contains(.read) ? Int16(POLLIN) : 0) | (interest.contains(.write) ? Int16(POLLOUT) : 0)
    }

    private static func readyEvents(_ events: Int16) -> ReadyEvents {
        var ready: ReadyEvents = []
        if events & Int16(POLLIN | POLLHUP) != 0 { ready.insert(.read) }
        if events & Int16(POLLOUT) != 0 { ready.insert(.write) }
        if events & Int16(POLLERR) != 0 { ready.insert(.error) }
        return ready
    }
}
