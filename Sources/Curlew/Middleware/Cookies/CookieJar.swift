#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the cookies that servers set, in memory, and sends them back to where they belong (RFC 6265).
///
///     let jar = CookieJar()
///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(cookies: jar))
///
/// Clients share cookies only where they are given the same jar. A jar holds at most 3,000 cookies, 50 for a domain, of
/// at most 4,096 bytes each. There is no list of public suffixes: a cookie for a domain of a single label, such as
/// `com`, is refused, but one for `co.uk` is not, so do not share a jar between servers that do not trust each other
/// below such a domain. Hosts that are IP addresses get their own cookies only.
public final class CookieJar: Sendable {
    private let store = Lock(CookieStore())

    /// Makes an empty jar.
    public init() {}

    /// All cookies, in no particular order, among them those that have expired and were not cleared away yet.
    public var cookies: [Cookie] { store.withLock { $0.all } }

    /// The cookies that a request to a URL would get now, by the clock of the system, in the order in which they are sent.
    ///
    /// Throws `.invalidURL`. To ask counts as a use: of too many cookies those go first that were not used the longest.
    public func cookies(for url: String) throws(NetworkError) -> [Cookie] {
        cookies(for: try HTTPRequest.Target(url), at: Date())
    }

    /// Forgets every cookie.
    public func clear() {
        store.withLock { $0 = CookieStore() }
    }

    func cookies(for target: HTTPRequest.Target, at now: Date) -> [Cookie] {
        store.withLock { $0.cookies(for: target, at: now) }
    }

    func store(_ fields: [SetCookie], from target: HTTPRequest.Target, at now: Date) {
        store.withLock { store in
            for field in fields { store.store(field, from: target, at: now) }
        }
    }
}
