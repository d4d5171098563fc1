/// Notices that a page leads to one that was there before, without keeping the URL of every page.
///
/// Of the latest pages each is known again at once. A loop that is longer is noticed in one of its rounds, as it comes to a
/// landmark that is set anew after ever more pages (Brent's way to find a cycle).
struct PageTrail {
    /// How many of the latest URLs are known again at least; a page behind a redirect has two.
    private let limit: Int
    private var latest: Set<String> = []
    private var earlier: Set<String> = []
    private var landmark: String?
    private var stepsToLandmark = 1
    private var lastSteps = 1

    init(limit: Int = 2000) {
        self.limit = limit
    }

    /// Goes on from a page to the next one; whether that was there before.
    ///
    /// - Parameters:
    ///   - request: what the page was asked for by.
    ///   - source: where it came from, after redirects.
    ///   - next: where it leads.
    mutating func loops(from request: String, at source: String, to next: String) -> Bool {
        remember(request)
        remember(source)
        moveLandmark(to: request)
        return latest.contains(next) || earlier.contains(next) || landmark == next
    }

    private mutating func remember(_ url: String) {
        latest.insert(url)
        guard latest.count >= limit else { return }
        earlier = latest
        latest = []
    }

    private mutating func moveLandmark(to url: String) {
        stepsToLandmark -= 1
        guard stepsToLandmark == 0 else { return }
        landmark = url
        lastSteps *= 2
        stepsToLandmark = lastSteps
    }
}
