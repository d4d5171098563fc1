import Foundation

@testable import Curlew

/// A clock in which waiting takes no time and advances the time.
final class TestClock: Sendable {
    private let state = Lock((now: ContinuousClock.now, waits: [Duration]()))

    /// The duration of each wait.
    var waits: [Duration] { state.withLock { $0.waits } }

    /// Lets time pass.
    func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }

    /// The clock of a client.
    var clock: Client.Clock {
        Client.Clock(
            now: { self.state.withLock { $0.now } },
            date: { Date(timeIntervalSince1970: 784_111_777) },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock {
                    $0.waits.append(duration)
                    $0.now += duration
                }
            })
    }
}
