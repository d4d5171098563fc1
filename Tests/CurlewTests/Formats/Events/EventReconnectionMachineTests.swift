import Testing

@testable import Curlew

struct EventReconnectionMachineTests {
    private let lost = NetworkError(.connectionLost, "")

    @Test func endsWhenTheFirstConnectionCannotBeMade() {
        var machine = EventReconnectionMachine(policy: EventReconnection())
        #expect(machine.failed(NetworkError(.cannotConnect, ""), retryTime: nil) == .fail)
    }

    @Test func waitsAsLongAsTheServerSays() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(1)))
        machine.connected()
        #expect(machine.streamEnded(retryTime: nil) == .connect(after: .seconds(1)))
        #expect(machine.streamEnded(retryTime: .milliseconds(500)) == .connect(after: .milliseconds(500)))
        let longest = Duration.seconds(24 * 60 * 60)
        #expect(machine.streamEnded(retryTime: .milliseconds(Int64.max)) == .connect(after: longest))
    }

    @Test(arguments: [Duration.zero, .milliseconds(-1), .milliseconds(5)])
    func neverConnectsWithoutAPause(delay: Duration) {
        let shortest = EventReconnectionMachine.Action.connect(after: .milliseconds(100))
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: delay))
        machine.connected()
        #expect(machine.streamEnded(retryTime: nil) == shortest)
        #expect(machine.streamEnded(retryTime: delay) == shortest)
        #expect(machine.failed(lost, retryTime: delay) == shortest)
        #expect(machine.failed(lost, retryTime: delay) == .connect(after: .milliseconds(200)))
    }

    @Test func waitsLongerAfterEachFailureInARow() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(3), failureLimit: 7))
        machine.connected()
        let delays = (0..<7).map { _ in machine.failed(lost, retryTime: nil) }
        let expected: [EventReconnectionMachine.Action] = [3, 6, 12, 24, 48, 60, 60].map {
            .connect(after: .seconds($0))
        }
        #expect(delays == expected)
        #expect(machine.failed(lost, retryTime: nil) == .fail)
        machine.connected()
        #expect(machine.failed(lost, retryTime: nil) == .fail)
        machine.eventReceived()
        #expect(machine.failed(lost, retryTime: .seconds(100)) == .connect(after: .seconds(100)))
        #expect(machine.failed(lost, retryTime: .seconds(100)) == .connect(after: .seconds(100)))
    }

    @Test(arguments: NetworkError.Code.all)
    func connectsAgainOnlyAfterWhatPasses(code: NetworkError.Code) {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(1)))
        machine.connected()
        let passing: [NetworkError.Code] = [
            .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody, .timedOut,
        ]
        let expected: EventReconnectionMachine.Action =
            passing.contains(code) ? .connect(after: .seconds(1)) : .fail
        #expect(machine.failed(NetworkError(code, ""), retryTime: nil) == expected)
        #expect(machine.failed(.timedOut(.total, after: .seconds(1)), retryTime: nil) == .fail)
    }

    @Test func neverMeansNever() {
        var machine = EventReconnectionMachine(policy: .never)
        machine.connected()
        #expect(machine.streamEnded(retryTime: .zero) == .finish)
        #expect(machine.failed(lost, retryTime: .zero) == .fail)
    }
}
