import Curlew
import CurlewLibcurl
import Foundation

extension Figure {
    /// Processes that exit during exchanges.
    static let exit = Figure(name: "exit") { server in
        guard let program = Bundle.main.executableURL else { throw UsageError("the program was not found") }
        var statuses: [String: Int] = [:]
        for _ in 0..<processCount { statuses[try run(program, server), default: 0] += 1 }
        return [.equal(["exit 0": processCount], "ends of \(processCount) processes", statuses)]
    }

    private static let processCount = 50

    private static func run(_ program: URL, _ server: String) throws -> String {
        let process = Process()
        process.executableURL = program
        process.arguments = [ExitInFlight.name, "--url", server]
        try process.run()
        process.waitUntilExit()
        let way = process.terminationReason == .exit ? "exit" : "signal"
        return "\(way) \(process.terminationStatus)"
    }
}

/// The process that exits: some exchanges wait, some stream, some upload.
struct ExitInFlight {
    static let name = "exit-in-flight"

    private let server: String

    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        server = try Arguments(arguments, options: ["--url"]).required("--url")
    }

    func run() async -> Int32 {
        let transport = LibcurlTransport()
        guard let requests = try? requests() else { return 2 }
        for request in requests {
            Task { for try await _ in try await transport.send(request).body {} }
        }
        try? await Task.sleep(for: .milliseconds(Int.random(in: 0...60)))
        return 0
    }

    private func requests() throws(NetworkError) -> [HTTPRequest] {
        var stream = try HTTPRequest(url: "\(server)/bytes/\(Work.streamLength)")
        stream.options.delivery = .streamed
        let wait = try HTTPRequest(url: "\(server)/delay/10")
        let upload = try HTTPRequest(method: .post, url: "\(server)/sha256", body: .stream(PatternChunks()))
        return [wait, wait, wait, wait, stream, stream, upload, upload]
    }
}
