import Testing

@testable import Curlew

struct EventReconnectionMachineTests {
    private let lost = NetworkError(.connectionLost, "")

    @Test func endsWhenTheFirstConnectionCannotBeMade() {
        var machine = EventReconnectionMachine(policy: EventReconnection())
        #expect(machine.failed(NetworkError(.cannotConnect, ""), retryTime: nil, age: nil) == .fail)
    }

    @Test func waitsAsLongAsTheServerSays() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(1)))
        machine.connected()
        #expect(machine.streamEnded(retryTime: nil, age: nil) == .connect(after: .seconds(1)))
        #expect(
            machine.streamEnded(retryTime: .milliseconds(500), age: nil)
                == .connect(after: .milliseconds(500)))
        let longest = Duration.seconds(24 * 60 * 60)
        #expect(
            machine.streamEnded(retryTime: .milliseconds(Int64.max), age: nil) == .connect(after: longest))
    }

    @Test(arguments: [Duration.zero, .milliseconds(-1), .milliseconds(5)])
    func neverReconnectsWithoutADelay(delay: Duration) {
        let shortest = EventReconnectionMachine.Action.connect(after: .milliseconds(100))
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: delay))
        machine.connected()
        #expect(machine.streamEnded(retryTime: nil, age: nil) == shortest)
        #expect(machine.streamEnded(retryTime: delay, age: nil) == shortest)
        #expect(machine.failed(lost, retryTime: delay, age: nil) == shortest)
        #expect(machine.failed(lost, retryTime: delay, age: nil) == .connect(after: .milliseconds(200)))
    }

    @Test func waitsLongerAfterEachFailureInARow() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(3), failureLimit: 7))
        machine.connected()
        let delays = (0..<7).map { _ in machine.failed(lost, retryTime: nil, age: nil) }
        let expected: [EventReconnectionMachine.Action] = [3, 6, 12, 24, 48, 60, 60].map {
            .connect(after: .seconds($0))
        }
        #expect(delays == expected)
        #expect(machine.failed(lost, retryTime: nil, age: nil) == .fail)
        machine.connected()
        #expect(machine.failed(lost, retryTime: nil, age: nil) == .fail)
        machine.lineReceived()
        #expect(machine.failed(lost, retryTime: .seconds(100), age: nil) == .connect(after: .seconds(100)))
        #expect(machine.failed(lost, retryTime: .seconds(100), age: nil) == .connect(after: .seconds(100)))
    }

    @Test(arguments: NetworkError.Code.allCases)
    func reconnectsOnlyAfterTransientFailures(code: NetworkError.Code) {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(1)))
        machine.connected()
        let passing: [NetworkError.Code] = [
            .cannotResolve, .cannotConnect, .connectionLost, .incompleteBody, .timedOut,
        ]
        let expected: EventReconnectionMachine.Action =
            passing.contains(code) ? .connect(after: .seconds(1)) : .fail
        #expect(machine.failed(NetworkError(code, ""), retryTime: nil, age: nil) == expected)
        #expect(machine.failed(.timedOut(.total, after: .seconds(1)), retryTime: nil, age: nil) == .fail)
    }

    @Test func aLineOfAnyKindStartsTheCountAgain() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(3), failureLimit: 1))
        machine.connected()
        for _ in 0..<15 {
            machine.connected()
            machine.lineReceived()
            #expect(machine.failed(lost, retryTime: nil, age: .zero) == .connect(after: .seconds(3)))
        }
        #expect(machine.failed(lost, retryTime: nil, age: nil) == .fail)
    }

    @Test func aConnectionThatOutlivedItsWaitStartsTheCountAgain() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(3), failureLimit: 2))
        machine.connected()
        for _ in 0..<15 {
            #expect(
                machine.failed(lost, retryTime: nil, age: .seconds(60)) == .connect(after: .seconds(3)))
        }
        #expect(machine.failed(lost, retryTime: nil, age: .seconds(2)) == .connect(after: .seconds(6)))
        #expect(machine.failed(lost, retryTime: nil, age: .seconds(5)) == .fail)
    }

    @Test func theLatestWaitApplies() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(3)))
        machine.connected()
        let delays = [2, 2, 5, 11, 24].map { age in
            machine.failed(lost, retryTime: nil, age: .seconds(age))
        }
        let expected: [EventReconnectionMachine.Action] = [3, 6, 12, 24, 3].map {
            .connect(after: .seconds($0))
        }
        #expect(delays == expected)
    }

    @Test func aStreamThatEndsAfterALongLifeIsNoFailure() {
        var machine = EventReconnectionMachine(policy: EventReconnection(delay: .seconds(3)))
        machine.connected()
        for _ in 0..<3 { _ = machine.failed(lost, retryTime: nil, age: nil) }
        #expect(machine.streamEnded(retryTime: nil, age: .zero) == .connect(after: .seconds(12)))
        #expect(machine.streamEnded(retryTime: nil, age: .seconds(12)) == .connect(after: .seconds(3)))
    }

    @Test func neverMeansNever() {
        var machine = EventReconnectionMachine(policy: .never)
        machine.connected()
        #expect(machine.streamEnded(retryTime: .zero, age: nil) == .finish)
        #expect(machine.failed(lost, retryTime: .zero, age: nil) == .fail)
    }
}
