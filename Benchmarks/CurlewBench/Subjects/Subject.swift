/// One way to send requests, to be compared.
protocol Subject: Sendable {
    var name: String { get }
    /// By how many times fewer requests it gets than the others, since it is slower by about that factor.
    var slowness: Int { get }

    /// Why it cannot do a work; nil if it can.
    func obstacle(to work: Work) -> String?

    /// Does the work with its own connections.
    func run(_ work: Work) async -> Tally
}

extension Subject {
    var slowness: Int { 1 }
    func obstacle(to work: Work) -> String? { nil }
}
