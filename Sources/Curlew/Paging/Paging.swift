/// How the next page of a list is found.
public struct Paging<Output: Sendable>: Sendable {
    /// The target of the first page, made from the endpoint's.
    let first: @Sendable (HTTPRequest.Target) -> HTTPRequest.Target
    /// The request of the next page, nil after the last one; throws `.invalidURL`, `.redirectRefused` and
    /// `.protocolViolation`.
    let next: @Sendable (_ page: Page, _ request: PageRequest) throws(NetworkError) -> PageRequest?

    /// A page with its head.
    typealias Page = Response<Output>

    /// Pages linked by a Link field, which every page except the last one has (RFC 8288).
    ///
    ///     Link: <https://api.example.com/people?page=2>; rel="next"
    ///
    /// A relative URL is resolved against the page's URL, after redirects. A page at another scheme, host or port is
    /// `.redirectRefused`, since the request may carry credentials. Once a page or a redirect has led to another
    /// origin, fields that carry secrets or name the first origin are no longer sent.
    ///
    /// Common mistakes, such as `rel='next'` or a URL without brackets, are accepted. If a link cannot be read and no
    /// other link names the next page, the list may be incomplete: the next page is a `.protocolViolation`.
    ///
    /// - Parameters:
    ///   - relation: the relation of the link to the next page.
    ///   - allowsOtherOrigins: whether a page may come from another scheme, host or port.
    public static func link(relation: String = "next", allowsOtherOrigins: Bool = false) -> Self {
        let relation = relation.lowercased()
        return Self {
            $0
        } next: { page, request throws(NetworkError) in
            let source = page.target ?? request.target
            let link = try LinkParser.link(relation, in: page.fields, of: source)
            return try link.map { link throws(NetworkError) in
                try request.following(link.target, of: page, allowsOtherOrigins: allowsOtherOrigins)
            }
        }
    }

    /// Pages with the URL of the next one, such as `next_url`: absolute, or relative to the URL of the page.
    ///
    /// It is treated like a link: another origin is `.redirectRefused` unless it is allowed, and gets no fields that
    /// carry secrets or name the first one. A URL with a user name or password is `.invalidURL`.
    ///
    /// - Parameters:
    ///   - url: the member of a page that holds it; nil or empty on the last page.
    ///   - allowsOtherOrigins: whether a page may come from another scheme, host or port.
    public static func url<Link: URLConvertible>(
        at url: KeyPath<Output, Link?> & Sendable, allowsOtherOrigins: Bool = false
    ) -> Self {
        Self {
            $0
        } next: { page, request throws(NetworkError) in
            guard let url = page.value[keyPath: url]?.urlText, !url.isEmpty else { return nil }
            return try request.following(
                Array(url.utf8), of: page, allowsOtherOrigins: allowsOtherOrigins)
        }
    }

    /// Pages with a cursor or token that requests the next one.
    ///
    /// - Parameters:
    ///   - cursor: the property of a page that holds it; nil or empty on the last page.
    ///   - name: the query item's name.
    public static func cursor(
        at cursor: KeyPath<Output, String?> & Sendable, query name: String = "cursor"
    ) -> Self {
        Self {
            $0
        } next: { page, request throws(NetworkError) in
            guard let cursor = page.value[keyPath: cursor], !cursor.isEmpty else { return nil }
            return request.moved(to: request.target.settingQuery(name, to: cursor))
        }
    }

    /// Numbered pages.
    ///
    /// - Parameters:
    ///   - name: the query item's name.
    ///   - first: the number of the first page.
    ///   - isLast: returns whether a page is the last one, such as `{ $0.items.isEmpty }`.
    public static func number(
        query name: String = "page", from first: Int = 1,
        isLast: @escaping @Sendable (Output) -> Bool
    ) -> Self {
        Self {
            $0.settingQuery(name, to: "\(first)")
        } next: { page, request throws(NetworkError) in
            // No number follows the largest one.
            let (number, isTooLarge) = first.addingReportingOverflow(request.place + 1)
            guard !isTooLarge, !isLast(page.value) else { return nil }
            return request.moved(to: request.target.settingQuery(name, to: "\(number)"))
        }
    }
}
