import Foundation
import Testing

@testable import CurlewTransport

struct BodyChannelMachineTests {
    private let one = Data([1])
    private let two = Data([2, 2])

    private func machine(high: Int = 4, low: Int = 2) -> BodyChannelMachine {
        BodyChannelMachine(marks: .init(high: high, low: low))
    }

    @Test func aChunkGoesToAWaitingReader() {
        var machine = machine()
        #expect(machine.nextRequested() == .wait)
        #expect(machine.chunkReceived(one) == .init(deliverToReader: one))
        #expect(machine.nextRequested() == .wait)
    }

    @Test func chunksAreKeptInOrderForALateReader() {
        var machine = machine()
        #expect(machine.chunkReceived(one) == .init())
        #expect(machine.chunkReceived(two) == .init())
        #expect(machine.nextRequested() == .deliver(one, resumesProducer: false))
        #expect(machine.nextRequested() == .deliver(two, resumesProducer: false))
        #expect(machine.nextRequested() == .wait)
    }

    @Test func pausesAtTheHighMarkOnceAndResumesAtTheLowMark() {
        var machine = machine(high: 4, low: 2)
        #expect(machine.chunkReceived(two) == .init())
        #expect(machine.chunkReceived(two) == .init(pausesProducer: true))
        #expect(machine.chunkReceived(one) == .init())
        #expect(machine.nextRequested() == .deliver(two, resumesProducer: false))
        #expect(machine.nextRequested() == .deliver(two, resumesProducer: true))
        #expect(machine.nextRequested() == .deliver(one, resumesProducer: false))
    }

    @Test func pausesAgainAfterResuming() {
        var machine = machine(high: 2, low: 0)
        for _ in 0..<3 {
            #expect(machine.chunkReceived(two).pausesProducer)
            #expect(machine.nextRequested() == .deliver(two, resumesProducer: true))
        }
    }

    @Test func aChunkForAWaitingReaderDoesNotPause() {
        var machine = machine(high: 1, low: 0)
        #expect(machine.nextRequested() == .wait)
        #expect(machine.chunkReceived(two) == .init(deliverToReader: two))
    }

    @Test func theEndComesAfterTheBufferedChunks() {
        var machine = machine()
        _ = machine.chunkReceived(one)
        #expect(machine.ended(failure: nil) == false)
        #expect(machine.nextRequested() == .deliver(one, resumesProducer: false))
        #expect(machine.nextRequested() == .finish)
        #expect(machine.nextRequested() == .finish)
    }

    @Test func aFailureComesAfterTheBufferedChunks() {
        var machine = machine()
        _ = machine.chunkReceived(one)
        _ = machine.ended(failure: NetworkError(.incompleteBody, "x"))
        #expect(machine.nextRequested() == .deliver(one, resumesProducer: false))
        #expect(machine.nextRequested() == .fail(.incompleteBody))
        #expect(machine.nextRequested() == .fail(.incompleteBody))
    }

    @Test func theEndWakesAWaitingReader() {
        var machine = machine()
        _ = machine.nextRequested()
        #expect(machine.ended(failure: nil) == true)
        #expect(machine.nextRequested() == .finish)
    }

    @Test func onlyTheFirstEndApplies() {
        var machine = machine()
        _ = machine.ended(failure: nil)
        #expect(machine.ended(failure: NetworkError(.incompleteBody, "x")) == false)
        #expect(machine.nextRequested() == .finish)
    }

    @Test func aChunkAfterTheEndIsDiscarded() {
        var machine = machine()
        _ = machine.ended(failure: nil)
        #expect(machine.chunkReceived(one) == .init(isDiscarded: true))
        #expect(machine.nextRequested() == .finish)
    }

    @Test func anEmptyChunkIsNoChunk() {
        var machine = machine()
        _ = machine.chunkReceived(Data())
        #expect(machine.nextRequested() == .wait)
        #expect(machine.chunkReceived(Data()) == .init())
        #expect(machine.chunkReceived(one) == .init(deliverToReader: one))
    }

    @Test func cancellingEndsTheProducerOnce() {
        var machine = machine()
        _ = machine.chunkReceived(one)
        #expect(machine.cancelled() == .init(cancelsProducer: true))
        #expect(machine.cancelled() == .init())
        #expect(machine.nextRequested() == .fail(.cancelled))
        #expect(machine.chunkReceived(one) == .init(isDiscarded: true))
        #expect(machine.ended(failure: nil) == false)
    }

    @Test func cancellingFailsAWaitingReader() {
        var machine = machine()
        _ = machine.nextRequested()
        #expect(machine.cancelled() == .init(failsReader: true, cancelsProducer: true))
    }

    @Test func cancellingAfterTheEndLeavesTheProducerAlone() {
        var machine = machine()
        _ = machine.chunkReceived(one)
        _ = machine.ended(failure: nil)
        #expect(machine.cancelled() == .init())
        #expect(machine.nextRequested() == .fail(.cancelled))
    }

    @Test func aSecondReaderFailsAndTheFirstKeepsWaiting() {
        var machine = machine()
        _ = machine.nextRequested()
        #expect(machine.nextRequested() == .fail(.closed))
        #expect(machine.nextRequestedWithoutWaiting() == .fail(.closed))
        #expect(machine.chunkReceived(one) == .init(deliverToReader: one))
    }

    @Test func askingWithoutWaitingLeavesNoWaitingReader() {
        var machine = machine()
        #expect(machine.nextRequestedWithoutWaiting() == .wait)
        #expect(machine.chunkReceived(one) == .init())
        #expect(machine.nextRequestedWithoutWaiting() == .deliver(one, resumesProducer: false))
        _ = machine.ended(failure: nil)
        #expect(machine.nextRequestedWithoutWaiting() == .finish)
    }

    @Test func aQueueThatIsNeverEmptyDoesNotGrow() {
        var machine = machine(high: 100, low: 10)
        _ = machine.chunkReceived(one)
        for number in 0..<10_000 {
            _ = machine.chunkReceived(Data([UInt8(truncatingIfNeeded: number), 0]))
            guard case .deliver = machine.nextRequested() else { break }
        }
        #expect(
            machine.nextRequested()
                == .deliver(Data([UInt8(truncatingIfNeeded: 9999), 0]), resumesProducer: false))
        #expect(machine.nextRequested() == .wait)
    }
}

/// Every sequence of up to six events, against a model with plain lists.
struct BodyChannelMachineSequenceTests {
    private enum Event: CaseIterable {
        case small, large, end, failure, next, nextWithoutWaiting, cancel
    }

    @Test func everySequenceAgreesWithTheModel() {
        check([], remaining: 6)
    }

    private func check(_ events: [Event], remaining: Int) {
        if let difference = firstDifference(events) { Issue.record("\(events): \(difference)") }
        guard remaining > 0 else { return }
        for event in Event.allCases { check(events + [event], remaining: remaining - 1) }
    }

    private func firstDifference(_ events: [Event]) -> String? {
        var machine = BodyChannelMachine(marks: .init(high: 3, low: 1))
        var model = Model()
        for event in events {
            let (seen, expected) = (apply(event, to: &machine), model.apply(event))
            if seen != expected { return "\(event) gave \(seen), not \(expected)" }
        }
        return nil
    }

    private func apply(_ event: Event, to machine: inout BodyChannelMachine) -> String {
        switch event {
        case .small: text(machine.chunkReceived(Data([1])))
        case .large: text(machine.chunkReceived(Data([2, 2])))
        case .end: "tell \(machine.ended(failure: nil))"
        case .failure: "tell \(machine.ended(failure: NetworkError(.incompleteBody, "x")))"
        case .next: text(machine.nextRequested())
        case .nextWithoutWaiting: text(machine.nextRequestedWithoutWaiting())
        case .cancel: text(machine.cancelled())
        }
    }

    private func text(_ outcome: BodyChannelMachine.ChunkOutcome) -> String {
        "deliver \(outcome.deliverToReader?.count ?? 0) pause \(outcome.pausesProducer)"
    }

    private func text(_ action: BodyChannelMachine.NextAction) -> String {
        switch action {
        case .deliver(let chunk, let resumes): "chunk \(chunk.count) resume \(resumes)"
        case .finish: "finish"
        case .fail(let error): "fail \(error.code)"
        case .wait: "wait"
        }
    }

    private func text(_ outcome: BodyChannelMachine.CancelOutcome) -> String {
        "fail \(outcome.failsReader) cancel \(outcome.cancelsProducer)"
    }

    private struct Model {
        var buffered: [Int] = []
        var isWaiting = false
        var isPaused = false
        var end: String?

        mutating func apply(_ event: Event) -> String {
            switch event {
            case .small: chunk(1)
            case .large: chunk(2)
            case .end: ended("finish")
            case .failure: ended("fail incompleteBody")
            case .next: next(canWait: true)
            case .nextWithoutWaiting: next(canWait: false)
            case .cancel: cancel()
            }
        }

        private mutating func chunk(_ size: Int) -> String {
            guard end == nil else { return "deliver 0 pause false" }
            if isWaiting {
                isWaiting = false
                return "deliver \(size) pause false"
            }
            buffered.append(size)
            let pauses = !isPaused && buffered.reduce(0, +) >= 3
            isPaused = isPaused || pauses
            return "deliver 0 pause \(pauses)"
        }

        private mutating func ended(_ how: String) -> String {
            guard end == nil else { return "tell false" }
            end = how
            defer { isWaiting = false }
            return "tell \(isWaiting)"
        }

        private mutating func next(canWait: Bool) -> String {
            if isWaiting { return "fail closed" }
            if !buffered.isEmpty {
                let size = buffered.removeFirst()
                let resumes = end == nil && isPaused && buffered.reduce(0, +) <= 1
                if resumes { isPaused = false }
                return "chunk \(size) resume \(resumes)"
            }
            if let end { return end }
            isWaiting = canWait
            return "wait"
        }

        private mutating func cancel() -> String {
            let wasOpen = end == nil
            defer {
                buffered = []
                isWaiting = false
                end = "fail cancelled"
            }
            return "fail \(wasOpen && isWaiting) cancel \(wasOpen)"
        }
    }
}

/// A comparable `NextAction`: errors by their code.
private enum ExpectedAction {
    case deliver(Data, resumesProducer: Bool)
    case finish
    case fail(NetworkError.Code)
    case wait

    static func == (action: BodyChannelMachine.NextAction, expected: ExpectedAction) -> Bool {
        switch (action, expected) {
        case (.deliver(let chunk, let resumes), .deliver(let other, let otherResumes)):
            chunk == other && resumes == otherResumes
        case (.finish, .finish), (.wait, .wait): true
        case (.fail(let error), .fail(let code)): error.code == code
        default: false
        }
    }
}
