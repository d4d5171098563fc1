#if os(Linux)
    import CCurl

    #if canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif

    /// Waits with epoll.
    @safe
    final class EpollWaiter: Waiter {
        private let descriptor: Int32
        private let events: UnsafeMutableBufferPointer<epoll_event>

        /// Makes a waiter; nil if the process has no descriptor left.
        init?() {
            descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
            guard descriptor >= 0 else { return nil }
            unsafe events = .allocate(capacity: 256)
            unsafe events.initialize(repeating: epoll_event())
        }

        deinit {
            close(descriptor)
            unsafe events.deallocate()
        }

        func apply(_ change: SocketTable.Change) {
            switch change {
            case .add(let socket, let interest):
                if control(EPOLL_CTL_ADD, socket, interest) == EEXIST {
                    _ = control(EPOLL_CTL_MOD, socket, interest)
                }
            case .modify(let socket, let interest):
                if control(EPOLL_CTL_MOD, socket, interest) == ENOENT {
                    _ = control(EPOLL_CTL_ADD, socket, interest)
                }
            case .remove(let socket):
                _ = control(EPOLL_CTL_DEL, socket, [])
            }
        }

        func wait(milliseconds: Int32) -> Int {
            Int(max(0, unsafe epoll_wait(descriptor, events.baseAddress, Int32(events.count), milliseconds)))
        }

        func ready(at index: Int) -> (descriptor: Int32, events: ReadyEvents) {
            let event = unsafe events[index]
            return unsafe (event.data.fd, Self.readyEvents(event.events))
        }

        /// The error number, 0 for none.
        private func control(_ operation: Int32, _ socket: Int32, _ interest: SocketTable.Interest) -> Int32 {
            var events: UInt32 = 0
            if interest.contains(.read) { events |= EPOLLIN.rawValue }
            if interest.contains(.write) { events |= EPOLLOUT.rawValue }
            var event = unsafe epoll_event(events: events, data: epoll_data_t(fd: socket))
            return unsafe epoll_ctl(descriptor, operation, socket, &event) == 0 ? 0 : errno
        }

        private static func readyEvents(_ events: UInt32) -> ReadyEvents {
            var ready: ReadyEvents = []
            if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLRDHUP.rawValue) != 0 {
                ready.insert(.read)
            }
            if events & EPOLLOUT.rawValue != 0 { ready.insert(.write) }
            if events & EPOLLERR.rawValue != 0 { ready.insert(.error) }
            return ready
        }
    }
#endif
