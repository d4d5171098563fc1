/// libcurl turns to a name's next address only with the next event of the socket that was refused, which never comes.
///
/// A lookup refuses the socket of every address, so that curl names them all: a pause that ends at once has curl look at the
/// handle again.
///
/// Seen with 7.88.1; active with every version, since a version that continues by itself loses nothing.
///
/// It has no row in `LibcurlHazard`: only lookups of this transport refuse sockets.
extension MultiHandle {
    /// Has curl name the next address of a lookup that has refused one.
    func askForNextAddress(_ easy: borrowing EasyHandle) {
        pauseReceiving(easy)
        unpause(easy)
    }
}
