import CCurl

/// libcurl can keep the read buffer of an HTTP/2 transfer that has ended.
///
/// A handle with such a buffer refuses even the size that it has, and clearing its options would not make the buffer fit the
/// next transfer: it is not used again.
///
/// Seen with 7.88.1; active with every version, since a handle that holds no buffer takes the size.
///
/// It has no row in `LibcurlHazard`: no user sees it.
extension EasyHandle {
    /// Whether nothing is left of the last transfer, whose read buffer had a size.
    func hasReleasedItsBuffer(of size: Int) -> Bool {
        do throws(RefusedOption) {
            try set(CURLOPT_BUFFERSIZE, size)
            return true
        } catch {
            return false
        }
    }
}
