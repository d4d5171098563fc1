import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The C functions that curl calls for an easy handle, each of which calls a method of the handle's `EasyCallbacks`.
enum EasyTrampolines {
    static let header: curlew_transfer_function = { bytes, _, count, data in
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe withCallbacks(in: data) { unsafe $0.lineReceived(line) } == true ? count : 0
    }

    static let write: curlew_transfer_function = { bytes, _, count, data in
        let body = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return switch unsafe withCallbacks(in: data, { unsafe $0.bodyReceived(body) }) {
        case .taken: count
        case .pause: curlew_write_pause()
        case .fail, nil: 0
        }
    }

    static let read: curlew_transfer_function = { bytes, size, count, data in
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        return switch unsafe withCallbacks(in: data, { unsafe $0.bodyWanted(buffer) }) {
        case .bytes(let count): count
        case .pause: curlew_read_pause()
        case .fail, nil: curlew_read_abort()
        }
    }

    static let seek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = {
        data, offset, origin in
        guard origin == SEEK_SET,
            unsafe withCallbacks(in: data, { $0.rewind(to: Int64(offset)) }) == true
        else { return CURL_SEEKFUNC_FAIL }
        return CURL_SEEKFUNC_OK
    }

    static let resolverStart:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            {
                _, _, data in
                unsafe withCallbacks(in: data) { $0.mayLookUp() } == false ? 1 : 0
            }

    static let openSocket:
        @convention(c) (
            UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?
        ) -> curl_socket_t = { data, _, address in
            guard let address = unsafe address else { return -1 }
            let offered = unsafe OfferedAddress(address)
            return unsafe withCallbacks(in: data) { $0.socketWanted(for: offered) } ?? -1
        }

    static let socketOptions:
        @convention(c) (UnsafeMutableRawPointer?, curl_socket_t, curlsocktype) -> Int32 = {
            data, descriptor, _ in
            // A child process that inherits it would keep it open, and epoll would report it after it is closed here.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            unsafe withCallbacks(in: data) { $0.socketOpened(descriptor) }
            return CURL_SOCKOPT_OK
        }

    static let prereq:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
        ) -> Int32 = { data, _, _, _, _ in
            unsafe withCallbacks(in: data) { $0.attemptStarted() } == true
                ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }

    static let progress:
        @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32 = {
            data, _, _, _, _ in
            unsafe withCallbacks(in: data) { $0.progressed() }
            return 0
        }

    static let debug:
        @convention(c) (
            UnsafeMutableRawPointer, curl_infotype, UnsafeMutablePointer<CChar>, Int, UnsafeMutableRawPointer?
        ) -> Int32 = { _, kind, bytes, count, data in
            guard kind == CURLINFO_TEXT else { return 0 }
            let text = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
            if let remark = unsafe CurlRemark(text) {
                unsafe withCallbacks(in: data) { $0.remarked(remark) }
            }
            return 0
        }

    /// Calls a closure with the callbacks of curl's slot; returns nil without any.
    ///
    /// They are kept as long as their handle is with curl, so they need not be retained for each call, of which a small
    /// response makes ten: hence the standard library's `_withUnsafeGuaranteedRef`.
    static func withCallbacks<Result>(
        in slot: UnsafeMutableRawPointer?, _ body: (EasyCallbacks) -> Result
    ) -> Result? {
        guard let slot = unsafe slot?.assumingMemoryBound(to: UnsafeRawPointer?.self),
            let callbacks = unsafe slot.pointee
        else { return nil }
        return unsafe Unmanaged<EasyCallbacks>.fromOpaque(callbacks)._withUnsafeGuaranteedRef { body($0) }
    }
}
