/// Takes a sample again when other processes have disturbed it, as long as there is time for that.
struct Repeats: Sendable {
    /// How often one sample is taken again.
    let limit: Int
    let deadline: ContinuousClock.Instant

    /// The first sample that is not disturbed, or else the least disturbed.
    func sample(_ take: () async -> Sample) async -> Sample {
        var best = await take()
        for _ in 0..<limit where best.isDisturbed && ContinuousClock.now < deadline {
            let next = await take()
            if next.others < best.others { best = next }
        }
        return best
    }
}
