import Foundation

@testable import Curlew

/// A clock in which waiting takes no time and moves the time on.
final class TestClock: Sendable {
    private let state = Lock((now: ContinuousClock.now, pauses: [Duration]()))

    /// How long it was waited, each time.
    var pauses: [Duration] { state.withLock { $0.pauses } }

    /// Lets time pass.
    func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }

    /// The clock of a client.
    var clock: ClientClock {
        ClientClock(
            now: { self.state.withLock { $0.now } },
            date: { Date(timeIntervalSince1970: 784_111_777) },
            sleep: { pause in
                try Task.checkCancellation()
                self.state.withLock {
                    $0.pauses.append(pause)
                    $0.now += pause
                }
            })
    }
}
