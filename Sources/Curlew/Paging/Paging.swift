/// How the page behind another one is found.
public struct Paging<Output: Sendable>: Sendable {
    /// The number that the first page is asked for by, and its place in the query; nil for the endpoint as it is.
    let first: @Sendable (HTTPRequest.Target) -> HTTPRequest.Target
    /// What the next page is asked for by, nil after the last one; throws `.invalidURL`, `.redirectRefused` and
    /// `.protocolViolation`.
    let next: @Sendable (_ page: Page, _ request: PageRequest) throws(NetworkError) -> PageRequest?

    /// A page and the head that it came with.
    typealias Page = DecodedResponse<Output>

    /// By the Link field that every page but the last one has (RFC 8288).
    ///
    ///     Link: <https://api.example.com/people?page=2>; rel="next"
    ///
    /// A relative URL is resolved against that of the page, after redirects. A page of another scheme, host or port than
    /// that is `.redirectRefused`, as the request may carry credentials. Once a page or a redirect has led to another origin,
    /// fields that carry secrets or name the first one are left out for good.
    ///
    /// What a server writes nearly right, such as `rel='next'` or a URL without brackets, is read. Where a link cannot be
    /// read and none that can leads on, the list is not taken for complete: the next page is a `.protocolViolation`.
    ///
    /// - Parameters:
    ///   - relation: which link leads on.
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

    /// By a URL in each page, such as `next_url`: absolute, or a reference that is resolved against that of the page.
    ///
    /// The same holds for it as for a link: another origin is `.redirectRefused` unless it is allowed, and gets no fields
    /// that carry secrets or name the first one. A URL with a user name or password is `.invalidURL`.
    ///
    /// - Parameters:
    ///   - url: where a page holds it; the page where it is nil or empty is the last one.
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

    /// By a text in each page that the next one is asked for with, such as a cursor or a token.
    ///
    /// - Parameters:
    ///   - cursor: where a page holds it; the page where it is nil or empty is the last one.
    ///   - name: the query item that carries it.
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

    /// By a number that counts the pages.
    ///
    /// - Parameters:
    ///   - name: the query item that carries it.
    ///   - first: the number of the first page.
    ///   - isLast: whether no page comes behind this one, such as `{ $0.items.isEmpty }`.
    public static func number(
        query name: String = "page", from first: Int = 1,
        isLast: @escaping @Sendable (Output) -> Bool
    ) -> Self {
        Self {
            $0.settingQuery(name, to: "\(first)")
        } next: { page, request throws(NetworkError) in
            // No number comes behind the largest one.
            let (number, isTooLarge) = first.addingReportingOverflow(request.place + 1)
            guard !isTooLarge, !isLast(page.value) else { return nil }
            return request.moved(to: request.target.settingQuery(name, to: "\(number)"))
        }
    }
}
