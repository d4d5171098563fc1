/// The latest requests of a server, in order of arrival.
///
/// A ring: a server that runs for days must not keep every request.
struct RequestLog {
    private let limit: Int
    /// The requests whose number modulo `limit` is their index.
    private var ring: [LoopbackServer.ReceivedRequest] = []
    /// The number of all requests so far, and so the number of the next one.
    private(set) var count = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Keeps a request in place of the oldest one, and returns its number.
    mutating func append(_ request: LoopbackServer.ReceivedRequest) -> Int {
        if ring.count < limit {
            ring.append(request)
        } else if limit > 0 {
            ring[count % limit] = request
        }
        count += 1
        return count - 1
    }

    /// Changes a request, if it is still kept.
    mutating func update(_ number: Int, _ change: (inout LoopbackServer.ReceivedRequest) -> Void) {
        guard number >= count - ring.count else { return }
        change(&ring[number % limit])
    }

    /// The kept requests, the oldest first.
    var latest: [LoopbackServer.ReceivedRequest] {
        guard count > ring.count, limit > 0 else { return ring }
        let oldest = count % limit
        return Array(ring[oldest...] + ring[..<oldest])
    }
}
