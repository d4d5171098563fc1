/// Passes values from many tasks to one reader, in the order in which they arrive.
///
/// An `AsyncStream` would drop them once the reader is cancelled.
final class Outbox<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        /// The oldest elements, the first one last.
        var first: [Element] = []
        var reader: CheckedContinuation<Element, Never>?

        mutating func take() -> Element? {
            if first.isEmpty {
                first = elements.reversed()
                elements = []
            }
            return first.popLast()
        }
    }

    private let state = Lock(State())

    /// Adds an element, and resumes a waiting reader.
    func put(_ element: Element) {
        let reader = state.withLock { state in
            if state.reader == nil { state.elements.append(element) }
            return state.reader.take()
        }
        reader?.resume(returning: element)
    }

    /// Waits for the next element, also in a cancelled task; for one reader.
    func next() async -> Element {
        await withCheckedContinuation { continuation in
            let element = state.withLock { state in
                let element = state.take()
                if element == nil { state.reader = continuation }
                return element
            }
            if let element { continuation.resume(returning: element) }
        }
    }
}
