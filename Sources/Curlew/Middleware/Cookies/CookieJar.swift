#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Stores the cookies that servers set, in memory, and sends them back (RFC 6265).
///
///     let jar = CookieJar()
///     let client = Client(baseURL: url, transport: .libcurl, configuration: .init(cookies: jar))
///
/// Clients share cookies only if they have the same jar. A jar holds at most 3,000 cookies, 50 for a domain, of at
/// most 4,096 bytes each. There is no list of public suffixes: a cookie for a domain of a single label, such as
/// `com`, is refused, but one for `co.uk` is not. Do not share a jar between servers below such a domain that do not
/// trust each other. A host that is an IP address gets only its own cookies.
public final class CookieJar: Sendable {
    private let store = Lock(CookieStore())

    /// Makes an empty jar.
    public init() {}

    /// All cookies, in no particular order, including expired ones that were not removed yet.
    public var cookies: [Cookie] { store.withLock { $0.all } }

    /// The cookies that a request to a URL would carry now, by the system's clock, in the order in which they are
    /// sent.
    ///
    /// Throws `.invalidURL`. This call counts as a use: a full jar drops the least recently used cookies first.
    public func cookies(for url: String) throws(NetworkError) -> [Cookie] {
        cookies(for: try HTTPRequest.Target(url), at: Date())
    }

    /// Removes all cookies.
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
