/// Which redirects a client follows.
///
/// Under every policy, only http and https are followed, a Location with a user name or password is refused, and
/// credentials are not sent to another origin.
public struct RedirectPolicy: Sendable {
    enum Rule: Sendable {
        case never
        case secure
        case deciding(@Sendable (RedirectPolicy.Proposal) -> Decision)
    }

    let rule: Rule
    let limit: Int

    /// Follows no redirect and returns the 3xx response.
    public static let doNotFollow = Self(rule: .never, limit: 0)

    /// Follows redirects, except from https to http, which is `.redirectRefused`.
    ///
    /// One more than `limit` is `.tooManyRedirects`.
    public static func follow(limit: Int = 10) -> Self { Self(rule: .secure, limit: max(0, limit)) }

    /// Follows the redirects that a closure chooses, including those from https to http.
    ///
    /// One more than `limit` is `.tooManyRedirects`.
    public static func deciding(
        limit: Int = 10, by decide: @escaping @Sendable (RedirectPolicy.Proposal) -> Decision
    ) -> Self {
        Self(rule: .deciding(decide), limit: max(0, limit))
    }

    /// What happens to a redirect; more can be added without breaking a caller.
    public struct Decision: Sendable, Hashable {
        enum Kind { case follow, stop, refuse }

        let kind: Kind

        /// The request is sent to the new target.
        public static let follow = Decision(kind: .follow)
        /// The 3xx response is returned.
        public static let stop = Decision(kind: .stop)
        /// The send fails with `.redirectRefused`.
        public static let refuse = Decision(kind: .refuse)
    }

    var isFollowing: Bool { if case .never = rule { false } else { true } }

    func decision(on proposal: RedirectPolicy.Proposal) -> Decision {
        switch rule {
        case .never: .stop
        case .secure: proposal.isDowngrade ? .refuse : .follow
        case .deciding(let decide): decide(proposal)
        }
    }
}
