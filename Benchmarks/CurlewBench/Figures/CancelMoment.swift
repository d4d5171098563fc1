import Curlew

/// A random moment in an exchange at which it is cancelled.
///
/// Its range follows how long exchanges take, so that on a busy machine, too, some get a response and some do not.
struct CancelMoment {
    private var limit = Duration.milliseconds(2)

    /// The time from the start of an exchange to its cancellation.
    var next: Duration { limit * Double.random(in: 0...1) }

    /// Waits longer after an exchange that was cancelled, and less after one that got a response.
    mutating func follow(_ error: (any Error)?) {
        guard let error else { return limit = max(limit * 0.9, .microseconds(100)) }
        if case NetworkError.Code.cancelled = error { limit = min(limit * 1.1, .seconds(1)) }
    }
}
