import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct ConnectionAdmissionTests {
    private let fixture: TransferFixture
    private var slots = TransferSlots()

    init() throws {
        fixture = try TransferFixture()
    }

    /// Transfers with the slots 0, 1, 2 and so on.
    private mutating func transfers(_ urls: String...) async throws -> [Transfer] {
        var transfers: [Transfer] = []
        for url in urls {
            let transfer = try await fixture.transfer(url)
            slots.insert(transfer)
            transfers.append(transfer)
        }
        return transfers
    }

    private mutating func transfers(_ count: Int, to url: String = "http://a") async throws -> [Transfer] {
        var all: [Transfer] = []
        for _ in 0..<count { all += try await transfers(url) }
        return all
    }

    private func ask(_ transfer: Transfer, _ admission: inout ConnectionAdmission) -> Bool {
        admission.request(transfer)
    }

    /// Tells of the transfer's response and returns who asks again.
    private func respond(_ transfer: Transfer, _ admission: inout ConnectionAdmission) -> [Int] {
        admission.responded(transfer)
    }

    /// Ends a transfer and returns who is admitted in its place.
    private func end(_ transfer: Transfer, _ admission: inout ConnectionAdmission) -> [Int] {
        admission.ended(transfer, slot: transfer.slot)
    }

    @Test mutating func withoutALimitNobodyWaits() async throws {
        var admission = ConnectionAdmission(TransportConfiguration())
        for transfer in try await transfers(50) {
            #expect(ask(transfer, &admission))
            #expect(transfer.queueState == .unlimited)
            #expect(end(transfer, &admission).isEmpty)
        }
    }

    @Test mutating func theFirstToAskIsTheFirstToBeAdmitted() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnections: 2))
        let transfers = try await transfers(5)
        #expect(transfers.map { ask($0, &admission) } == [true, true, false, false, false])
        #expect(transfers.map(\.queueState) == [.admitted, .admitted, .waiting, .waiting, .waiting])
        #expect(end(transfers[1], &admission) == [2])
        #expect(end(transfers[0], &admission) == [3])
    }

    @Test mutating func aHostHasALimitOfItsOwn() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnectionsPerHost: 1))
        let transfers = try await transfers(
            "http://a", "http://a", "http://b", "http://a:81", "https://a", "http://b")
        #expect(transfers.map { ask($0, &admission) } == [true, false, true, true, true, false])
        #expect(end(transfers[0], &admission) == [1])
        #expect(end(transfers[3], &admission).isEmpty)
        #expect(end(transfers[2], &admission) == [5])
    }

    @Test mutating func whoGivesUpWaitingIsPassed() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnections: 1))
        let transfers = try await transfers(4)
        for transfer in transfers { _ = ask(transfer, &admission) }
        #expect(end(transfers[1], &admission).isEmpty)
        #expect(end(transfers[2], &admission).isEmpty)
        #expect(end(transfers[0], &admission) == [3])
    }

    @Test mutating func aHostThatSpeaksHTTP2AdmitsAll() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnectionsPerHost: 1))
        let transfers = try await transfers("https://a", "https://a", "https://b", "https://b", "https://a")
        for transfer in transfers.dropLast() { _ = ask(transfer, &admission) }
        #expect(transfers[1].queueState == .waiting)
        transfers[0].receiveHead("HTTP/2 200")
        #expect(respond(transfers[0], &admission) == [1], "those of the other host wait on")
        #expect(ask(transfers[1], &admission))
        #expect(transfers[1].queueState == .unlimited)
        #expect(ask(transfers[4], &admission))
        #expect(respond(transfers[0], &admission).isEmpty, "that is known already")
        #expect(end(transfers[2], &admission) == [3])
    }

    @Test mutating func aRequestThatInsistsOnHTTP1WaitsAlsoForSuchAHost() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnectionsPerHost: 1))
        let transfers = try await transfers("https://a")
        var options = HTTPRequest.Options()
        options.httpVersion = .http1_1
        let old = try await fixture.transfer(HTTPRequest(url: "https://a", options: options))
        slots.insert(old)
        #expect(ask(transfers[0], &admission))
        transfers[0].receiveHead("HTTP/2 200")
        _ = respond(transfers[0], &admission)
        #expect(!ask(old, &admission))
        #expect(end(transfers[0], &admission) == [old.slot])
    }

    @Test mutating func aHostThatTurnsToHTTP1IsLimitedAgain() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnectionsPerHost: 1))
        let transfers = try await transfers(4, to: "https://a")
        #expect(ask(transfers[0], &admission))
        transfers[0].receiveHead("HTTP/2 200")
        #expect(respond(transfers[0], &admission).isEmpty)
        #expect(ask(transfers[1], &admission))
        transfers[1].receiveHead("HTTP/1.1 200 OK")
        #expect(respond(transfers[1], &admission).isEmpty)
        #expect(!ask(transfers[2], &admission))
    }

    @Test mutating func anExchangeWithoutAResponseTellsNothing() async throws {
        var admission = ConnectionAdmission(TransportConfiguration(maxConnectionsPerHost: 1))
        let transfers = try await transfers(2, to: "https://a")
        #expect(ask(transfers[0], &admission))
        #expect(!ask(transfers[1], &admission))
        #expect(respond(transfers[0], &admission).isEmpty)
        #expect(transfers[1].queueState == .waiting)
    }
}
