import Curlew
import Foundation
import TestSupport
import Testing

@testable import CurlewLibcurl

struct UploadMachineTests {
    private func bytes(_ text: String, resumes: Bool) -> UploadMachine.ReadAction {
        .bytes(Data(text.utf8), resumesProducer: resumes)
    }

    @Test func aChunkIsTakenInPartsAndThenTheProducerIsResumed() {
        var machine = UploadMachine(length: nil)
        #expect(machine.chunkOffered(Data("abcde".utf8)) == .wait(wakesLoop: false))
        #expect(machine.bytesWanted(2) == bytes("ab", resumes: false))
        #expect(machine.bytesWanted(2) == bytes("cd", resumes: false))
        #expect(machine.bytesWanted(2) == bytes("e", resumes: true))
        #expect(machine.bytesWanted(2) == .pause)
    }

    @Test func aStarvedLoopIsToldOfAChunk() {
        var machine = UploadMachine(length: nil)
        #expect(machine.bytesWanted(9) == .pause)
        #expect(machine.chunkOffered(Data("a".utf8)) == .wait(wakesLoop: true))
        #expect(machine.bytesWanted(9) == bytes("a", resumes: true))
        #expect(machine.chunkOffered(Data("b".utf8)) == .wait(wakesLoop: false))
    }

    @Test func aStarvedLoopIsToldOfTheEnd() {
        var machine = UploadMachine(length: nil)
        #expect(machine.bytesWanted(9) == .pause)
        #expect(machine.ended(nil) == true)
        #expect(machine.bytesWanted(9) == .end)
        #expect(machine.bytesWanted(9) == .end)
        machine = UploadMachine(length: nil)
        #expect(machine.ended(nil) == false)
        #expect(machine.bytesWanted(9) == .end)
    }

    @Test func aFailureIsKept() {
        var machine = UploadMachine(length: nil)
        #expect(machine.bytesWanted(9) == .pause)
        #expect(machine.ended(NetworkError(.fileFailed, "broken")) == true)
        #expect(machine.bytesWanted(9) == .fail)
        #expect(machine.failure?.code == .fileFailed)
        _ = machine.ended(nil)
        #expect(machine.failure?.code == .fileFailed)
    }

    @Test func theLastChunkIsHeldUntilTheStreamHasEndedAtItsLength() {
        var machine = UploadMachine(length: 5)
        #expect(machine.chunkOffered(Data("ab".utf8)) == .wait(wakesLoop: false))
        #expect(machine.bytesWanted(9) == bytes("ab", resumes: true))
        #expect(machine.chunkOffered(Data("cde".utf8)) == .proceed)
        #expect(machine.bytesWanted(9) == .pause)
        #expect(machine.ended(nil) == true)
        #expect(machine.bytesWanted(2) == bytes("cd", resumes: false))
        #expect(machine.bytesWanted(2) == bytes("e", resumes: false))
        #expect(machine.bytesWanted(2) == .end)
        #expect(machine.failure == nil)
    }

    @Test func aStreamLongerThanItsLengthFailsBeforeItsLastBytesAreSent() {
        var machine = UploadMachine(length: 5)
        #expect(machine.chunkOffered(Data("abcde".utf8)) == .proceed)
        #expect(machine.bytesWanted(9) == .pause)
        #expect(machine.chunkOffered(Data("f".utf8)) == .refuse(wakesLoop: true))
        #expect(machine.bytesWanted(9) == .fail)
        #expect(machine.failure?.code == .invalidRequest)
    }

    @Test func aChunkThatIsTooLongFails() {
        var machine = UploadMachine(length: 5)
        #expect(machine.chunkOffered(Data("abcdef".utf8)) == .refuse(wakesLoop: false))
        #expect(machine.bytesWanted(9) == .fail)
        #expect(machine.chunkOffered(Data("a".utf8)) == .refuse(wakesLoop: false))
    }

    @Test func aStreamShorterThanItsLengthFails() {
        var machine = UploadMachine(length: 5)
        #expect(machine.chunkOffered(Data("ab".utf8)) == .wait(wakesLoop: false))
        #expect(machine.bytesWanted(9) == bytes("ab", resumes: true))
        #expect(machine.ended(nil) == false)
        #expect(machine.bytesWanted(9) == .fail)
        #expect(machine.failure?.code == .invalidRequest)
    }

    @Test func itsOwnFailureCountsForMoreThanTheMissingLength() {
        var machine = UploadMachine(length: 5)
        _ = machine.ended(.cancelled)
        #expect(machine.failure?.code == .cancelled)
    }

    @Test func anEmptyStreamOfLengthZeroIsWhole() {
        var machine = UploadMachine(length: 0)
        #expect(machine.bytesWanted(9) == .pause)
        #expect(machine.ended(nil) == true)
        #expect(machine.bytesWanted(9) == .end)
        #expect(machine.failure == nil)
    }

    @Test func closingReleasesAWaitingProducerAndRefusesChunks() {
        var machine = UploadMachine(length: nil)
        _ = machine.chunkOffered(Data("ab".utf8))
        #expect(!machine.isClosed)
        #expect(machine.closed() == true)
        #expect(machine.isClosed)
        #expect(machine.closed() == false)
        #expect(machine.chunkOffered(Data("c".utf8)) == .refuse(wakesLoop: false))
        #expect(machine.bytesWanted(9) == .fail)
        #expect(machine.ended(nil) == false)
        #expect(machine.isClosed)
    }

    @Test func closingWithoutAWaitingProducerReleasesNobody() {
        var machine = UploadMachine(length: nil)
        _ = machine.chunkOffered(Data("ab".utf8))
        _ = machine.bytesWanted(9)
        #expect(machine.closed() == false)
        machine = UploadMachine(length: nil)
        _ = machine.ended(nil)
        #expect(machine.closed() == false)
    }

    /// Random offers and reads: all bytes come out in order, and the producer resumes exactly once for each chunk.
    @Test(arguments: 0..<30 as Range<UInt64>) func randomOrdersKeepEveryByte(seed: UInt64) {
        var random = SplitMix(state: seed)
        let chunks = (0..<20).map { _ in
            Data((0..<Int.random(in: 1...50, using: &random)).map { _ in UInt8.random(in: 0...255) })
        }
        let whole = chunks.reduce(Data(), +)
        var machine = UploadMachine(length: seed % 2 == 0 ? Int64(whole.count) : nil)
        var (sent, received, isWaiting, isTold, hasEnded) = (0, Data(), false, true, false)
        while true {
            if !isWaiting, !hasEnded, Bool.random(using: &random) {
                guard sent < chunks.count else {
                    hasEnded = true
                    isTold = machine.ended(nil) || isTold
                    continue
                }
                switch machine.chunkOffered(chunks[sent]) {
                case .wait(let wakesLoop): (isWaiting, isTold) = (true, isTold || wakesLoop)
                case .proceed: break
                case .refuse: Issue.record("refused"); return
                }
                sent += 1
            } else if isTold {
                switch machine.bytesWanted(Int.random(in: 1...60, using: &random)) {
                case .bytes(let bytes, let resumes):
                    received += bytes
                    if resumes { isWaiting = false }
                case .pause: isTold = false
                case .end:
                    #expect(received == whole)
                    return
                case .fail: Issue.record("failed"); return
                }
            }
        }
    }
}
