import Testing

@testable import Curlew

struct DownloadMachineTests {
    private static let tag: HTTPFields = [.eTag: "\"a\""]

    private static func record(total: Int64? = 100) throws -> PartialRecord {
        PartialRecord(urlHash: "u", validator: try #require(RangeValidator(tag)), total: total)
    }

    private func machine(
        record: PartialRecord?, size: Int64, urlHash: String = "u", _ options: DownloadOptions
    ) -> DownloadMachine {
        var options = options
        options.jitter = { $0 }
        return DownloadMachine(urlHash: urlHash, record: record, size: size, options)
    }

    private func new(_ options: DownloadOptions = DownloadOptions()) -> DownloadMachine {
        machine(record: nil, size: 0, options)
    }

    private func begun(
        total: Int64? = 100, size: Int64 = 40, _ options: DownloadOptions = DownloadOptions()
    ) throws -> DownloadMachine {
        machine(record: try Self.record(total: total), size: size, options)
    }

    private func part(_ range: String, tag: String = "\"a\"") -> HTTPFields {
        [.eTag: tag, .contentRange: "bytes \(range)"]
    }

    private func receive(_ count: Int, _ machine: inout DownloadMachine) {
        guard case .write = machine.chunkReceived(count) else { return #expect(Bool(false), "not wanted") }
        machine.chunkWritten(count)
    }

    @Test func aNewFileIsRequestedWhole() throws {
        var machine = new()
        #expect(machine.requestStarted() == nil)
        let record = try Self.record()
        #expect(machine.headReceived(status: 200, fields: Self.tag, length: 100) == .startOver(record))
        receive(60, &machine)
        receive(40, &machine)
        #expect(machine.bodyEnded() == .complete)
        #expect(machine.received == 100)
    }

    @Test func theRestIsRequestedFromTheLastExistingByte() throws {
        var machine = try begun()
        #expect(machine.requestStarted()?.first == 39)
        #expect(machine.headReceived(status: 206, fields: part("39-99/100"), length: 61) == .write)
        #expect(machine.chunkReceived(61) == .write(at: 39))
        machine.chunkWritten(61)
        #expect(machine.bodyEnded() == .complete)
        #expect(machine.size == 100)
    }

    @Test func aCompletePartIsCheckedByItsLastByte() throws {
        var machine = try begun(size: 100)
        #expect(machine.requestStarted()?.first == 99)
        #expect(machine.headReceived(status: 206, fields: part("99-99/100"), length: 1) == .write)
        receive(1, &machine)
        #expect(machine.bodyEnded() == .complete)
    }

    @Test func anotherURLOrRecordStartsOver() throws {
        let record = try Self.record()
        var other = machine(record: record, size: 40, urlHash: "v", DownloadOptions())
        #expect(other.requestStarted() == nil)
        var longer = try begun(size: 101)
        #expect(longer.requestStarted() == nil)
        var unwanted = try begun(.init(resumes: false))
        #expect(unwanted.requestStarted() == nil)
        var empty = try begun(size: 0)
        #expect(empty.requestStarted() == nil)
    }

    @Test func a200ToARangeStartsOver() throws {
        var machine = try begun()
        _ = machine.requestStarted()
        let fields: HTTPFields = [.eTag: "\"b\""]
        guard case .startOver(let record?) = machine.headReceived(status: 200, fields: fields, length: 7)
        else { return #expect(Bool(false), "it does not start over") }
        #expect(record.validator.value == "\"b\"")
        #expect(record.total == 7)
        receive(7, &machine)
        #expect(machine.bodyEnded() == .complete)
    }

    @Test(arguments: [
        ("40-99/100", "\"a\""), ("38-99/100", "\"a\""), ("39-99/101", "\"a\""), ("39-99/100", "\"b\""),
        ("39-99/100", "W/\"a\""), ("0-99/100", "\"a\""), ("39-100/100", "\"a\""), ("*/100", "\"a\""),
        ("", "\"a\""),
    ]) func aPartThatDoesNotFitIsFollowedByTheWhole(range: String, tag: String) throws {
        var machine = try begun()
        _ = machine.requestStarted()
        #expect(machine.headReceived(status: 206, fields: part(range, tag: tag), length: nil) == .sendAgain)
        #expect(machine.requestStarted() == nil)
        #expect(
            machine.headReceived(status: 206, fields: part(range), length: nil)
                == .fail(.protocolViolation, "the server sent a part (206) that was not requested"))
    }

    @Test func a416IsFollowedByTheWholeOnce() throws {
        var machine = try begun()
        _ = machine.requestStarted()
        #expect(machine.headReceived(status: 416, fields: [:], length: 0) == .sendAgain)
        #expect(machine.requestStarted() == nil)
        #expect(machine.headReceived(status: 416, fields: [:], length: 0) == .refuse)
    }

    @Test func aPartWithoutATotalNeedsOneThatIsKnown() throws {
        var known = try begun()
        _ = known.requestStarted()
        #expect(known.headReceived(status: 206, fields: part("39-99/*"), length: nil) == .write)
        var unknown = try begun(total: nil)
        _ = unknown.requestStarted()
        #expect(unknown.headReceived(status: 206, fields: part("39-99/*"), length: nil) == .sendAgain)
        var learned = try begun(total: nil)
        _ = learned.requestStarted()
        #expect(learned.headReceived(status: 206, fields: part("39-99/100"), length: nil) == .write)
        #expect(learned.total == 100)
    }

    @Test func aShorterPartIsFollowedByTheNext() throws {
        var machine = try begun()
        _ = machine.requestStarted()
        _ = machine.headReceived(status: 206, fields: part("39-59/100"), length: nil)
        receive(21, &machine)
        #expect(machine.bodyEnded() == .sendAgain)
        #expect(machine.requestStarted()?.first == 59)
        _ = machine.headReceived(status: 206, fields: part("59-59/100"), length: nil)
        receive(1, &machine)
        #expect(
            machine.bodyEnded() == .fail(.protocolViolation, "the server sends no further bytes of the file"))
    }

    @Test func bytesBeyondTheRangeAreNotWritten() throws {
        var machine = try begun()
        _ = machine.requestStarted()
        _ = machine.headReceived(status: 206, fields: part("39-59/100"), length: nil)
        guard case .fail(.protocolViolation, _) = machine.chunkReceived(22) else {
            return #expect(Bool(false), "they are")
        }
        guard case .write = machine.chunkReceived(20) else {
            return #expect(Bool(false), "the others are not")
        }
        machine.chunkWritten(20)
        guard case .fail(.incompleteBody, _) = machine.bodyEnded() else {
            return #expect(Bool(false), "it is complete")
        }
    }

    @Test(arguments: [200, 206]) func anEncodedBodyIsRefused(status: Int) throws {
        var machine = try begun()
        _ = machine.requestStarted()
        var fields = part("39-99/100")
        fields[.contentEncoding] = "gzip"
        guard case .fail(.unsupported, _) = machine.headReceived(status: status, fields: fields, length: 61)
        else { return #expect(Bool(false), "it is taken") }
        #expect(machine.record != nil)
        fields[.contentEncoding] = "identity , "
        guard case .write = machine.headReceived(status: 206, fields: fields, length: 61) else {
            return #expect(Bool(false), "identity is refused")
        }
    }

    private static let gzip: HTTPFields = [.eTag: "\"a\"", .contentEncoding: "gzip"]

    @Test func anEncodedBodyIsKeptOnRequest() throws {
        var machine = new(.init(contentCoding: .keep))
        _ = machine.requestStarted()
        guard case .startOver(let record?) = machine.headReceived(status: 200, fields: Self.gzip, length: 100)
        else { return #expect(Bool(false), "it is not taken") }
        #expect(record.contentCodings == ["gzip"])
        receive(40, &machine)
        _ = machine.failed(cut, retryAfter: nil)
        #expect(machine.requestStarted()?.first == 39)
        // RFC 9110 §15.3.7: a part need not repeat the coding of the whole.
        #expect(machine.headReceived(status: 206, fields: part("39-99/100"), length: 61) == .write)
        receive(61, &machine)
        #expect(machine.bodyEnded() == .complete)
    }

    @Test func aPartOfAnotherCodingIsFollowedByTheWhole() throws {
        var plain = try begun(.init(contentCoding: .keep))
        _ = plain.requestStarted()
        var fields = part("39-99/100")
        fields[.contentEncoding] = "gzip"
        #expect(plain.headReceived(status: 206, fields: fields, length: 61) == .sendAgain)
        #expect(plain.requestStarted() == nil)
    }

    @Test func aRefusedEncodedPartIsNotResumed() throws {
        let validator = try #require(RangeValidator(Self.tag))
        let record = PartialRecord(urlHash: "u", validator: validator, total: 100, contentCodings: ["gzip"])
        var refusing = machine(record: record, size: 40, DownloadOptions())
        #expect(refusing.requestStarted() == nil)
        var keeping = machine(record: record, size: 40, .init(contentCoding: .keep))
        #expect(keeping.requestStarted()?.first == 39)
    }

    private let cut = NetworkError(.incompleteBody, "")

    /// One exchange that is cut after that many bytes; returns the delay before the next one, nil for none.
    private func breakOff(
        after count: Int, status: Int = 206, _ machine: inout DownloadMachine
    ) -> Duration? {
        let first = machine.requestStarted()?.first ?? 0
        let fields = status == 206 ? part("\(first)-99/100") : Self.tag
        _ = machine.headReceived(status: status, fields: fields, length: nil)
        receive(count, &machine)
        guard case .retry(let delay) = machine.failed(cut, retryAfter: nil) else { return nil }
        return delay
    }

    @Test func progressIsAnyNewByte() throws {
        var machine = try begun(.init(maxRetries: 2))
        // The first byte of each part already exists.
        let delays = [2, 2, 1, 2, 1, 1, 1].map { breakOff(after: $0, &machine) }
        #expect(delays == [.seconds(1), .seconds(1), .seconds(2), .seconds(1), .seconds(2), nil, nil])
        #expect(machine.record != nil)
    }

    @Test func aServerWithoutRangesMakesProgressOnlyBeyondTheExistingPart() throws {
        var machine = new(.init(maxRetries: 2))
        let delays = [50, 50, 60, 10, 59].map { breakOff(after: $0, status: 200, &machine) }
        #expect(delays == [.seconds(1), .seconds(2), .seconds(1), .seconds(2), nil])
    }

    @Test func anInterruptionBeforeAnyByteLosesNone() throws {
        var machine = try begun()
        for _ in 0..<3 {
            #expect(machine.requestStarted()?.first == 39)
            _ = machine.headReceived(status: 206, fields: part("39-99/100"), length: 61)
            _ = machine.failed(cut, retryAfter: nil)
        }
        #expect(machine.size == 40)
    }

    @Test func withoutAValidatorTheNextAttemptStartsOver() {
        var machine = new()
        _ = machine.requestStarted()
        #expect(machine.headReceived(status: 200, fields: [.eTag: "W/\"a\""], length: nil) == .startOver(nil))
        receive(5, &machine)
        #expect(machine.record == nil)
        let action = machine.failed(cut, retryAfter: nil)
        #expect(action == .retry(after: .seconds(1)))
        #expect(machine.requestStarted() == nil)
    }

    @Test(arguments: [100, 304, 400, 404, 500, 503]) func otherStatusesAreRefused(status: Int) throws {
        var machine = try begun()
        _ = machine.requestStarted()
        #expect(machine.headReceived(status: status, fields: [:], length: nil) == .refuse)
        #expect(machine.record != nil)
    }
}
