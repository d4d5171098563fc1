/// The growth of the resident memory over that of the idle process.
struct MemoryGrowth {
    /// Limits in MiB for a paused stream: over HTTP/1.1, and over HTTP/2, where libcurl lets the peer send 32 MiB ahead
    /// and decodes a whole frame.
    static let limit = 8.0
    static let http2Limit = 40.0

    private let idle: Int
    private let limit: Double

    /// Takes the process as it is now as idle, and bounds the growth in MiB.
    init(upTo limit: Double = MemoryGrowth.limit) throws {
        idle = try ProcessStatus.residentBytes()
        self.limit = limit
    }

    func bound(_ title: String, _ body: () async throws -> Void) async throws -> Bound {
        try ProcessStatus.forgetPeak()
        try await body()
        let growth = try ProcessStatus.peakResidentBytes() - idle
        return .atMost(limit, "MiB", "\(title), memory", Double(growth) / Double(1 << 20))
    }
}
