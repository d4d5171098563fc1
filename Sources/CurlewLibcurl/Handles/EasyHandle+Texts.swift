import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The information about a transfer that curl returns as text.
extension EasyHandle {
    func string(_ info: CURLINFO) -> String? {
        unsafe withText(info) { text in unsafe text.map { unsafe String(cString: $0) } }
    }

    /// Whether a value equals the given text, which ends with a zero; makes no string.
    func equals(_ info: CURLINFO, _ text: ContiguousArray<CChar>) -> Bool {
        unsafe withText(info) { figure in
            guard let figure = unsafe figure else { return false }
            return unsafe text.withUnsafeBufferPointer { text in
                guard let text = text.baseAddress else { return false }
                return unsafe strcmp(figure, text) == 0
            }
        }
    }

    /// The two ends of the transfer's connection.
    var ends: ConnectionEnds {
        ConnectionEnds(
            localPort: long(CURLINFO_LOCAL_PORT), remotePort: long(CURLINFO_PRIMARY_PORT),
            remoteAddress: unsafe withText(CURLINFO_PRIMARY_IP) { text in
                unsafe text.map { unsafe .init(text: $0) } ?? .init()
            })
    }
}
