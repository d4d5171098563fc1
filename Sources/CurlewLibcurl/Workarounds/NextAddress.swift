/// libcurl tries a host's next address only at the next event of the refused socket, which never comes.
///
/// A lookup refuses the socket of every address, so that curl names them all: a pause that ends at once makes curl
/// process the handle again.
///
/// Seen with 7.88.1; active with every version, since it does no harm to a version that continues.
///
/// It has no row in `LibcurlHazard`: only lookups of this transport refuse sockets.
extension MultiHandle {
    /// Makes curl name the next address of a lookup that has refused one.
    func askForNextAddress(_ easy: borrowing EasyHandle) {
        pauseReceiving(easy)
        unpause(easy)
    }
}
