import CCurl

/// The address for which curl wants a socket, and to which it connects the socket afterwards.
///
/// It is valid only inside the callback.
@safe
struct OfferedAddress: ~Copyable {
    private let pointer: UnsafeMutablePointer<curl_sockaddr>

    init(_ pointer: UnsafeMutablePointer<curl_sockaddr>) {
        unsafe self.pointer = unsafe pointer
    }

    var value: SocketAddress {
        let length = unsafe min(Int(pointer.pointee.addrlen), SocketAddress.largestSize)
        return unsafe SocketAddress(
            family: pointer.pointee.family,
            bytes: Array(UnsafeRawBufferPointer(start: curlew_address_bytes(pointer), count: length)))
    }

    /// Makes curl connect to this address instead.
    func replace(by address: SocketAddress) {
        unsafe address.bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe curlew_replace_address(pointer, address.family, start, UInt32(bytes.count))
        }
    }

    /// Opens a socket for the address; -1 if the system refuses.
    func openSocket() -> Int32 { unsafe curlew_stream_socket(pointer.pointee.family) }
}
