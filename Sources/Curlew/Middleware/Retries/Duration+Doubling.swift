extension Duration {
    /// The longest delay before another attempt, so that no clock overflows, whatever a server or a policy says.
    static var longestDelay: Duration { .seconds(24 * 60 * 60) }

    /// The duration doubled so many times, up to the longest; zero where it is negative.
    func doubled(times: Int, upTo longest: Duration) -> Duration {
        let longest = min(max(.zero, longest), .longestDelay)
        var result = max(.zero, self)
        for _ in 0..<times where result < longest {
            result *= 2
        }
        return min(result, longest)
    }
}
