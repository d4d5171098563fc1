import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The C functions that curl calls, each handing its bytes to the transfer.
enum TransferCallbacks {
    static let header: curlew_transfer_function = { bytes, _, count, data in
        let line = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        let goesOn = unsafe EasyHandle.withTransfer(in: data) { unsafe $0.lineReceived(line) }
        return goesOn == true ? count : 0
    }

    static let write: curlew_transfer_function = { bytes, _, count, data in
        let body = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return switch unsafe EasyHandle.withTransfer(in: data, { unsafe $0.bodyReceived(body) }) {
        case .taken: count
        case .pause: curlew_write_pause()
        case .fail, nil: 0
        }
    }

    static let read: curlew_transfer_function = { bytes, size, count, data in
        let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        switch unsafe EasyHandle.withTransfer(in: data, { unsafe $0.bodyWanted(buffer) }) {
        case .bytes(let count): return count
        case .pause: return curlew_read_pause()
        case .fail, nil: return curlew_read_abort()
        }
    }

    static let seek: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, Int32) -> Int32 = {
        data, offset, origin in
        guard origin == SEEK_SET,
            unsafe EasyHandle.withTransfer(in: data, { $0.rewind(to: Int64(offset)) }) == true
        else { return CURL_SEEKFUNC_FAIL }
        return CURL_SEEKFUNC_OK
    }

    static let resolverStart:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            {
                _, _, data in
                unsafe EasyHandle.withTransfer(in: data) { $0.mayLookUp() } == false ? 1 : 0
            }

    static let openSocket:
        @convention(c) (
            UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?
        ) -> curl_socket_t = { data, _, address in
            guard let address = unsafe address else { return -1 }
            unsafe EasyHandle.withTransfer(in: data) { unsafe $0.chooseAddress(address) }
            let descriptor = unsafe curlew_stream_socket(address.pointee.family)
            unsafe EasyHandle.withTransfer(in: data) { unsafe $0.attemptBegan(descriptor, address) }
            return descriptor
        }

    static let socketOptions:
        @convention(c) (UnsafeMutableRawPointer?, curl_socket_t, curlsocktype) -> Int32 = {
            data, descriptor, _ in
            // A child process that inherits it would keep it open, and epoll reporting it, after it is closed here.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            unsafe EasyHandle.withTransfer(in: data) { $0.socketOpened(descriptor) }
            return CURL_SOCKOPT_OK
        }

    static let prereq:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int32, Int32
        ) -> Int32 = { data, _, _, _, _ in
            unsafe EasyHandle.withTransfer(in: data) { $0.attemptStarted() } == true
                ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }

    static let debug:
        @convention(c) (
            UnsafeMutableRawPointer, curl_infotype, UnsafeMutablePointer<CChar>, Int, UnsafeMutableRawPointer?
        ) -> Int32 = { _, kind, bytes, count, data in
            guard kind == CURLINFO_TEXT else { return 0 }
            let text = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
            if let remark = unsafe CurlRemark(text) {
                unsafe EasyHandle.withTransfer(in: data) { $0.remarked(remark) }
            }
            return 0
        }
}
