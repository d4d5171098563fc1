public import CurlewTransport

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One step of a scripted body: a chunk, a wait or a fault.
public struct BodyStep: Sendable {
    enum Kind {
        case chunk(Data)
        case wait(Duration)
        case stall
        case fail(NetworkError?)
    }

    let kind: Kind

    /// Delivers a text in UTF-8 as one chunk.
    public static func chunk(_ text: String) -> BodyStep { .chunk(Data(text.utf8)) }

    /// Delivers bytes as one chunk.
    public static func chunk(_ data: Data) -> BodyStep { BodyStep(kind: .chunk(data)) }

    /// Waits for a duration of the test clock; needs ``TestClock/run(_:)``.
    public static func wait(_ duration: Duration) -> BodyStep { BodyStep(kind: .wait(duration)) }

    /// Delivers nothing more and does not end, until a limit passes or the reader is gone; needs
    /// ``TestClock/run(_:)``.
    public static let stall = BodyStep(kind: .stall)

    /// Fails as a real transport does when the connection is reset within the body, with `.incompleteBody`.
    public static let reset = BodyStep(kind: .fail(nil))

    /// Fails with an error.
    public static func fail(_ error: NetworkError) -> BodyStep { BodyStep(kind: .fail(error)) }
}

extension ResponseBody {
    /// A body that takes the steps one after the other as it is read, and ends after the last one.
    ///
    ///     .scripted([.chunk("data: 1\n\n"), .wait(.seconds(5)), .chunk("data: 2\n\n"), .reset])
    public static func scripted(_ steps: [BodyStep]) -> ResponseBody {
        let body = ScriptedBody(steps)
        return .stream {
            try await body.nextChunk()
        } cancel: {
            body.cancel()
        }
    }
}

/// The steps of a body that are not yet taken.
private final class ScriptedBody: Sendable {
    private let state: Lock<(steps: ArraySlice<BodyStep>, count: Int, isCancelled: Bool)>

    init(_ steps: [BodyStep]) {
        state = Lock((steps[...], 0, false))
    }

    func cancel() {
        state.withLock { $0.isCancelled = true }
    }

    func nextChunk() async throws -> Data? {
        while let step = try nextStep() {
            switch step.kind {
            case .chunk(let data): return data
            case .wait(let duration): try await TestClock.ofCurrentTest().sleep(for: duration)
            case .stall: try await TestClock.ofCurrentTest().stall()
            case .fail(let error): throw error ?? reset
            }
        }
        return nil
    }

    private func nextStep() throws -> BodyStep? {
        try state.withLock { state in
            if state.isCancelled { throw NetworkError.cancelled }
            let step = state.steps.popFirst()
            if case .chunk(let data)? = step?.kind { state.count += data.count }
            return step
        }
    }

    private var reset: NetworkError {
        let count = state.withLock { $0.count }
        return NetworkError(
            .incompleteBody, "the connection was reset after \(count) bytes of the body",
            mayHaveBeenProcessed: true)
    }
}

extension TestClock {
    /// The clock of the current `run`; throws outside.
    static func ofCurrentTest() throws(NetworkError) -> TestClock {
        guard let current else {
            throw NetworkError(
                .other, "a scripted body waits, but no clock runs: put the test into `TestClock().run { }`")
        }
        return current
    }
}
