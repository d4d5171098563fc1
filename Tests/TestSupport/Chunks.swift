package import Foundation

package import CurlewTransport

/// Returns the chunks one after another, then the failure or the end, and counts the calls.
package final class Chunks: Sendable {
    private struct State {
        var rest: [Data]
        var count = 0
    }

    private let state: Lock<State>
    private let failure: NetworkError?

    package init(_ chunks: [Data], failure: NetworkError? = nil) {
        state = Lock(State(rest: chunks))
        self.failure = failure
    }

    package var count: Int { state.withLock { $0.count } }

    package func next() throws(NetworkError) -> Data? {
        let chunk = state.withLock { state in
            state.count += 1
            return state.rest.isEmpty ? nil : state.rest.removeFirst()
        }
        if chunk == nil, let failure { throw failure }
        return chunk
    }
}
