/// What is compared: one way to send requests.
protocol Subject: Sendable {
    var name: String { get }
    /// It gets one request where the others get so many, since it is slower by about as much.
    var slowness: Int { get }

    /// Why it does not do a work; nil when it does.
    func obstacle(to work: Work) -> String?

    /// Does the work with connections of its own.
    func run(_ work: Work) async -> Tally
}

extension Subject {
    var slowness: Int { 1 }
    func obstacle(to work: Work) -> String? { nil }
}
