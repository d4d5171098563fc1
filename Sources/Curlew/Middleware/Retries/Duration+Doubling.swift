extension Duration {
    /// The longest delay before a retry, so that no server or policy can overflow a clock.
    static var longestDelay: Duration { .seconds(24 * 60 * 60) }

    /// The duration doubled `times` times, up to `longest`; zero if it is negative.
    func doubled(times: Int, upTo longest: Duration) -> Duration {
        let longest = min(max(.zero, longest), .longestDelay)
        var result = max(.zero, self)
        for _ in 0..<times where result < longest {
            result *= 2
        }
        return min(result, longest)
    }
}
