import CCurl

/// libcurl can keep the read buffer of an HTTP/2 transfer that has ended.
///
/// A handle with such a buffer refuses even the size that it has, and resetting its options would not make the buffer
/// fit the next transfer: the handle is not reused.
///
/// Seen with 7.88.1; active with every version, since a handle without a buffer accepts the size.
///
/// It has no row in `LibcurlHazard`: users do not notice it.
extension EasyHandle {
    /// Whether the handle has released the last transfer's read buffer of this size.
    func hasReleasedItsBuffer(of size: Int) -> Bool {
        do throws(RefusedOption) {
            try set(CURLOPT_BUFFERSIZE, size)
            return true
        } catch {
            return false
        }
    }
}
