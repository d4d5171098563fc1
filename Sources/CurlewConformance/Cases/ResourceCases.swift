#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

import Curlew
import CurlewTesting

// The resources that a transport uses, each check in a process of its own.
extension ConformanceCase {
    static let resources = [droppedTransports, waitingCost]

    private static let droppedTransports = ConformanceCase(
        "dropped-transports", "a dropped transport leaves no connection and no descriptor open",
        reference: "Transport: closes or frees its connection; curl, curl_multi_cleanup",
        [
            dropped("100 times, after a response") { subject, server in
                for _ in 0..<100 {
                    let response = try await subject.make().response(.get, "\(server.url)/bytes/10")
                    try expect("bytes", response.body.count, is: 10)
                }
            },
            dropped("20 times, with a body unread") { subject, server in
                for _ in 0..<20 {
                    _ = try await subject.make().send(.bare("\(server.url)/bytes/10000000", .streamed))
                }
            },
            dropped("10 times, with 8 streams, half of them cancelled") { subject, server in
                let url = "\(server.url)/stream-bytes/1000000?chunk=1000"
                for _ in 0..<10 { try await cancelHalf(of: 8, url, over: subject.make(), server) }
            },
        ])

    private static func cancelHalf(
        of count: Int, _ url: String, over transport: any Transport, _ server: LoopbackServer
    ) async throws {
        let before = server.requestCount
        let tasks = (0..<count).map { _ in Task { try await transport.response(.get, url).body.count } }
        try await expectSeen("requests", by: server) { $0.requestCount > before }
        for task in tasks.prefix(count / 2) { task.cancel() }
        for task in tasks.dropFirst(count / 2) { try expect("bytes", try await task.value, is: 1_000_000) }
        for task in tasks.prefix(count / 2) { _ = await task.result }
    }

    private static func dropped(
        _ input: String,
        _ use: @escaping @Sendable (ConformanceSubject, LoopbackServer) async throws -> Void
    ) -> ConformanceCheck {
        .lifetime(input) { subject in
            let server = try LoopbackServer(recording: .off)
            // Descriptors that the libraries open only once are not counted.
            _ = try await subject.make().response(.get, "\(server.url)/bytes/1")
            try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            let before = ThisProcess.openDescriptorCount
            try await use(subject, server)
            try await expectSeen("no open connection", by: server) { $0.openConnectionCount == 0 }
            // Threads that end close theirs a moment later.
            let deadline = ContinuousClock.now + .seconds(2)
            while ThisProcess.openDescriptorCount > before + 8, .now < deadline {
                try await Task.sleep(for: .milliseconds(10))
            }
            let after = ThisProcess.openDescriptorCount
            try expect("at most \(before + 8) descriptors", after <= before + 8, observed: "\(after)")
        }.inSubprocess()
    }

    private static let waitingCost = ConformanceCase(
        "idle-processor-time", "waiting costs no processor time",
        reference: "curl, CURLMOPT_SOCKETFUNCTION, CURLMOPT_TIMERFUNCTION",
        [
            waiting("for a response") { transport, server in
                try await expectIdle {
                    let response = try await transport.response(.get, "\(server.url)/delay/1")
                    try expect("the status", response.status, is: 200)
                }
            },
            waiting("with an idle connection") { transport, server in
                try expect(
                    "the status", try await transport.response(.get, "\(server.url)/bytes/1").status, is: 200)
                try await expectIdle { try await Task.sleep(for: .seconds(1)) }
            },
            waiting("while a reader pauses") { transport, server in
                let response = try await transport.send(.bare("\(server.url)/bytes/20000000", .streamed))
                var iterator = response.body.makeAsyncIterator()
                _ = try await iterator.next()
                try await expectIdle { try await Task.sleep(for: .seconds(1)) }
                try expect("the status", response.status.code, is: 200)
            },
            waiting("when the server has closed every second of 20 connections") { transport, _ in
                let server = try LoopbackServer { connection in
                    while try connection.readRequest() != nil {
                        try connection.pause(.milliseconds(100))
                        try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
                        if connection.index % 2 == 0 { return }
                    }
                }
                let responses = try await atOnce(20) { try await transport.response(.get, server.url) }
                try expect("the statuses", responses.map(\.status), is: Array(repeating: 204, count: 20))
                try await expectIdle { try await Task.sleep(for: .seconds(1)) }
            },
        ])

    private static func waiting(
        _ input: String, _ wait: @escaping @Sendable (any Transport, LoopbackServer) async throws -> Void
    ) -> ConformanceCheck {
        .check(input) { try await wait($0, LoopbackServer(recording: .off)) }.inSubprocess()
    }

    /// Waits for about a second: a busy wait takes a second of processor time, any other wait hardly any.
    private static func expectIdle(_ wait: () async throws -> Void) async throws {
        let before = ThisProcess.processorTime
        try await wait()
        let time = ThisProcess.processorTime - before
        try expect("less than 200 ms", time < .milliseconds(200), observed: time.shortText)
    }
}

/// This process, as the system sees it.
private enum ThisProcess {
    static var openDescriptorCount: Int {
        (0..<4096).count { descriptor in fcntl(Int32(descriptor), F_GETFD) != -1 }
    }

    /// POSIX defines a million ticks per second.
    static var processorTime: Duration { .microseconds(Int64(clock())) }
}
