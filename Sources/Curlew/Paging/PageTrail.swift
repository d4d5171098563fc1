/// Notices that a page leads to one that was already fetched.
struct PageTrail {
    private var visited: Set<String> = []

    /// Moves from a page to the next one, and returns whether that one was already fetched.
    ///
    /// - Parameters:
    ///   - request: the URL that the page was requested by.
    ///   - source: the URL that it came from, after redirects.
    ///   - next: the URL of the next page.
    mutating func loops(from request: String, at source: String, to next: String) -> Bool {
        visited.insert(request)
        visited.insert(source)
        return visited.contains(next)
    }
}
