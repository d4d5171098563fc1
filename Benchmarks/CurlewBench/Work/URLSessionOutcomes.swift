import Curlew
import CurlewURLSession
import Foundation

/// Prints the outcomes of requests over URLSession to a faulty HTTP/2 server, for a test that makes this process trust
/// that server.
struct URLSessionOutcomes {
    static let name = "urlsession-outcomes"

    /// The fault of the server, or how its silence ends.
    private enum Fault: String {
        case limit
        case cancellation
        case neverMade = "never-made"
        case early
    }

    private let fault: Fault
    private let server: String

    /// Takes a fault and the URL of the server.
    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        guard arguments.count == 2, let fault = arguments.first.flatMap(Fault.init),
            let server = arguments.last
        else {
            throw UsageError("urlsession-outcomes takes a fault and a URL")
        }
        self.init(fault, at: server)
    }

    private init(_ fault: Fault, at server: String) {
        self.fault = fault
        self.server = server
    }

    func run() async -> Int32 {
        switch fault {
        case .limit, .cancellation: print(await afterSilence())
        case .neverMade: print(await neverMade())
        case .early: print(await early("open"), await early("reset"))
        }
        return 0
    }

    /// The outcomes of requests after one that a silent server did not respond to.
    private func afterSilence() async -> String {
        let transport = URLSessionTransport()
        let first = await outcome("/silence?\(UUID().uuidString)", transport)
        let waiting = Task {
            await outcome("/silence?\(UUID().uuidString)", transport, within: fault == .limit ? 500 : 60_000)
        }
        if fault == .cancellation {
            // Long enough to be conclusive.
            try? await Task.sleep(for: .milliseconds(500))
            waiting.cancel()
        }
        var outcomes = [first, await waiting.value]
        for _ in 0..<3 { outcomes.append(await outcome("/later", transport)) }
        return outcomes.joined(separator: " ")
    }

    /// How many of five requests at once succeed if the first connection is never read.
    private func neverMade() async -> String {
        let transport = URLSessionTransport()
        guard let port = try? await text("/listen/1", transport) else { return "no server" }
        let elsewhere = URLSessionOutcomes(fault, at: "https://127.0.0.1:\(port)")
        return await withTaskGroup(of: String.self) { group in
            for _ in 0..<5 { group.addTask { await elsewhere.outcome("/get", transport, within: 5_000) } }
            return await group.reduce(into: []) { $0.append($1) }.sorted().joined(separator: " ")
        }
    }

    /// The outcome of a POST whose whole response arrives before its body has been sent, and is then no longer read.
    private func early(_ ending: String) async -> String {
        await outcome(
            "/early/5/declared/\(ending)?\(UUID().uuidString)", URLSessionTransport(), within: 3_000,
            body: .data(Data(count: 200_000)))
    }

    /// The status, or the code of the error.
    private func outcome(
        _ target: String, _ transport: URLSessionTransport, within milliseconds: Int = 10_000,
        body: RequestBody? = nil
    ) async -> String {
        do {
            _ = try await text(target, transport, within: milliseconds, body: body)
            return "200"
        } catch {
            return "\((error as? NetworkError)?.code.rawValue ?? "\(error)")"
        }
    }

    private func text(
        _ target: String, _ transport: URLSessionTransport, within milliseconds: Int = 10_000,
        body: RequestBody? = nil
    ) async throws -> String {
        let request = try HTTPRequest(
            method: body == nil ? .get : .post, url: server + target, body: body,
            timeouts: .total(.milliseconds(milliseconds)))
        let bytes = try await transport.send(request).body.collect(upTo: 1_000)
        return String(decoding: bytes, as: UTF8.self)
    }
}
