extension HTTPRequest {
    /// The most bytes that method, URL and fields may have together: 900,000.
    ///
    /// Servers accept far less, mostly 8 to 64 KiB. libcurl's own limit is 1 MiB for a head with up to 64 KiB of the
    /// body, and it reports a larger one as out of memory.
    public static let headLimit = 900_000

    /// Whether HTTP/2 can send the head: nghttp2 refuses 64 KiB, counting 12 bytes for each field.
    package var fitsHTTP2: Bool { headSize + 4 * fields.count <= 65_000 }

    private var headSize: Int { method.rawValue.utf8.count + target.url.utf8.count + fields.byteCount }

    /// Throws `.invalidRequest`, which names the largest part: the URL, or a field without its value.
    func checkHeadSize() throws(NetworkError) {
        guard headSize > Self.headLimit else { return }
        let url = (name: "the URL", size: target.url.utf8.count)
        let others = fields.map { field in
            (name: "the field \(field.name.rawName.prefix(100))", size: field.bytes.count)
        }
        let largest = others.reduce(url) { $0.size < $1.size ? $1 : $0 }
        throw .invalidRequest(
            "the request's head has \(headSize) bytes, \(largest.name) alone \(largest.size): "
                + "at most \(Self.headLimit) can be sent")
    }
}
