/// Detects a page that links to one that was already fetched.
struct PageTrail {
    private var visited: Set<String> = []

    /// Moves from a page to the next one, and returns whether that one was already fetched.
    ///
    /// - Parameters:
    ///   - request: the requested URL of the page.
    ///   - source: the final URL of the page, after redirects.
    ///   - next: the URL of the next page.
    mutating func loops(from request: String, at source: String, to next: String) -> Bool {
        visited.insert(request)
        visited.insert(source)
        return visited.contains(next)
    }
}
