#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The cookies of a jar, and the rules for storing and sending them (RFC 6265 §5.3, §5.4).
struct CookieStore {
    /// A cookie with the order of its creation and last use.
    private struct Entry {
        let cookie: Cookie
        let created: Int
        var used: Int

        /// RFC 6265 §5.4.
        func comesBefore(_ other: Self) -> Bool {
            let lengths = (cookie.path.utf8.count, other.cookie.path.utf8.count)
            return lengths.0 == lengths.1 ? created < other.created : lengths.0 > lengths.1
        }
    }

    /// By domain, since a request needs only a few domains.
    private var entries: [String: [Entry]] = [:]
    private var count = 0
    private var steps = 0

    /// RFC 6265 §6.1.
    static let domainLimit = 50
    /// RFC 6265 §6.1.
    static let totalLimit = 3000

    /// All cookies, in no particular order.
    var all: [Cookie] { entries.values.joined().map(\.cookie) }

    /// Stores a field's cookie, which replaces an equal one; an expired cookie removes it.
    mutating func store(_ field: SetCookie, from target: HTTPRequest.Target, at now: Date) {
        guard let cookie = Cookie(field, from: target, at: now) else { return }
        steps += 1
        var entry = Entry(cookie: cookie, created: steps, used: steps)
        var list = entries[cookie.domain] ?? []
        if let place = list.firstIndex(where: { $0.cookie.isSame(as: cookie) }) {
            entry = Entry(cookie: cookie, created: list.remove(at: place).created, used: steps)
        }
        if !cookie.hasExpired(at: now) { list.append(entry) }
        replace(list, for: cookie.domain)
        evict(from: cookie.domain, at: now)
    }

    /// The cookies of a request: longer paths first, then older cookies.
    mutating func cookies(for target: HTTPRequest.Target, at now: Date) -> [Cookie] {
        guard count > 0 else { return [] }
        steps += 1
        let (host, path) = (target.host, target.pathWithoutQuery)
        var found: [Entry] = []
        for domain in CookieDomain.all(matching: host) {
            guard var list = entries[domain] else { continue }
            for place in list.indices {
                let cookie = list[place].cookie
                guard cookie.isFor(path: path, isSecureRequest: target.isSecure),
                    !cookie.isHostOnly || domain == host, !cookie.hasExpired(at: now)
                else { continue }
                list[place].used = steps
                found.append(list[place])
            }
            entries[domain] = list
        }
        return found.sorted { $0.comesBefore($1) }.map(\.cookie)
    }

    private mutating func replace(_ list: [Entry], for domain: String) {
        count += list.count - (entries[domain]?.count ?? 0)
        entries[domain] = list.isEmpty ? nil : list
    }

    /// Above a limit, removes expired cookies first, then the least recently used.
    private mutating func evict(from domain: String, at now: Date) {
        if var list = entries[domain], list.count > Self.domainLimit {
            list.removeAll { $0.cookie.hasExpired(at: now) }
            list = Array(list.sorted { $0.used > $1.used }.prefix(Self.domainLimit))
            replace(list, for: domain)
        }
        guard count > Self.totalLimit else { return }
        var all = entries.values.joined().filter { !$0.cookie.hasExpired(at: now) }
        all = Array(all.sorted { $0.used > $1.used }.prefix(Self.totalLimit))
        entries = Dictionary(grouping: all, by: \.cookie.domain)
        count = all.count
    }
}

extension Cookie {
    /// The cookie that a field sets; nil for a domain for which the response's host may not set cookies.
    fileprivate init?(_ field: SetCookie, from target: HTTPRequest.Target, at now: Date) {
        let host = target.host
        guard let scope = CookieDomain.scope(of: field.domain, setBy: host) else { return nil }
        self.init(
            nameOctets: field.name, valueOctets: field.value, domain: scope.domain,
            isHostOnly: scope.isHostOnly,
            path: field.path ?? CookiePath.standard(for: target.pathWithoutQuery),
            expires: field.maxAge.map { Self.date($0, after: now) } ?? field.expires,
            isSecure: field.isSecure, isHTTPOnly: field.isHTTPOnly)
    }

    private static func date(_ seconds: Int64, after now: Date) -> Date {
        seconds <= 0 ? .distantPast : now.addingTimeInterval(Double(seconds))
    }

    fileprivate func isSame(as other: Cookie) -> Bool {
        nameOctets == other.nameOctets && path == other.path && domain == other.domain
    }
}
