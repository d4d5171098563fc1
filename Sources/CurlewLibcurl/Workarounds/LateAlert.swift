/// libcurl abandons a TLS connection on which it cannot write, without reading why the server has ended it.
///
/// A server that refuses the client sends an alert before it resets the connection. OpenSSL is made to read it, and
/// curl's log then reports it.
///
/// Seen with 7.88.1; active with every version, since a repeated read finds nothing.
///
/// It has no row in `LibcurlHazard`: the transfer fails anyway, but with another reason.
enum LateAlert {
    /// Makes OpenSSL read what the server has sent on the handle's connection.
    ///
    /// It consumes nothing of a response.
    static func read(_ handle: borrowing EasyHandle) {
        TLSSession.peek(handle)
    }
}
