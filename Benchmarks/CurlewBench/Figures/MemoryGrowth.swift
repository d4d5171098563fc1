/// How far the resident memory grows over that of the idle process.
struct MemoryGrowth {
    private static let limit = 8.0

    private let idle: Int

    /// Takes the process as it is now for idle.
    init() throws { idle = try ProcessStatus.residentBytes() }

    func bound(_ title: String, _ body: () async throws -> Void) async throws -> Bound {
        try ProcessStatus.forgetPeak()
        try await body()
        let growth = try ProcessStatus.peakResidentBytes() - idle
        return .atMost(Self.limit, "MiB", "\(title), memory", Double(growth) / Double(1 << 20))
    }
}
