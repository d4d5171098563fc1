import Curlew

/// The progress line on the terminal.
final class ProgressDisplay: Sendable {
    private struct State {
        var line: ProgressLine
        var isDrawn = false
    }

    let isShown: Bool
    private let state: Lock<State>

    init(isShown: Bool, count: Int) {
        self.isShown = isShown
        state = Lock(State(line: ProgressLine(count: count)))
    }

    /// Shows one more report of a download.
    func show(_ progress: TransferProgress, of name: String, at index: Int) {
        state.withLock { state in
            if let start = state.line.add(progress, of: name, at: index) {
                Self.clear(&state)
                StandardStreams.writeError("curlew: \(name): resuming at \(ByteCount.text(start))")
            }
            StandardStreams.draw("\r\(state.line.text(width: StandardStreams.terminalWidth))\u{1B}[K")
            state.isDrawn = true
        }
    }

    /// A download has ended.
    func ended(at index: Int) {
        state.withLock { $0.line.ended(at: index) }
    }

    /// Writes a line above the progress line.
    func write(_ text: String) {
        state.withLock { state in
            Self.clear(&state)
            StandardStreams.writeError(text)
        }
    }

    /// Leaves the last state on the terminal.
    func close() {
        state.withLock { state in
            if state.isDrawn { StandardStreams.draw("\n") }
            state.isDrawn = false
        }
    }

    private static func clear(_ state: inout State) {
        if state.isDrawn { StandardStreams.draw("\r\u{1B}[K") }
        state.isDrawn = false
    }
}
