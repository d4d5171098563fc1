/// Repeats a sample that other processes disturbed, as long as there is time for that.
struct Repeats: Sendable {
    /// How often one sample is repeated.
    let limit: Int
    let deadline: ContinuousClock.Instant

    /// The first undisturbed sample, or else the least disturbed one.
    func sample(_ take: () async -> Sample) async -> Sample {
        var best = await take()
        for _ in 0..<limit where best.isDisturbed && ContinuousClock.now < deadline {
            let next = await take()
            if next.others < best.others { best = next }
        }
        return best
    }
}
