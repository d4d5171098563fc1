import Curlew
import CurlewLibcurl
import Foundation

/// Where and with what a comparison was made.
struct Machine: Codable, Sendable {
    let processor: String
    let cores: Int
    let kernel: String
    let date: String
    /// The first line of `swift --version`, as the script hands it over.
    let swift: String
    let libcurl: String
    /// The `Server` field of an answer.
    let server: String
    /// Small GETs per second that wrk gets from the server with 64 connections; nil without wrk.
    let serverLimit: Double?

    var text: String {
        let limit = serverLimit.map { "; wrk gets \($0.text(digits: 0)) requests/s from the server" } ?? ""
        return "\(processor), \(cores) cores, \(kernel); \(swift), \(libcurl), \(server); \(date)\(limit)"
    }

    /// Asks the machine and the server.
    static func current(_ servers: Servers, swift: String, serverLimit: Double?) async -> Machine {
        let transport = LibcurlTransport()
        defer { transport.shutdown() }
        let answer = try? await transport.send(HTTPRequest(url: "\(servers.url)/json"))
        let layer = transport.capabilities.layer
        return Machine(
            processor: line(of: "/proc/cpuinfo", behind: "model name\t: ") ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            kernel: "Linux \(line(of: "/proc/sys/kernel/osrelease", behind: "") ?? "")",
            date: Date.now.formatted(.iso8601.year().month().day()), swift: swift,
            libcurl: layer.map { "\($0.name) \($0.version), \($0.tlsLibrary ?? "no TLS")" } ?? "libcurl",
            server: answer?.fields["Server"] ?? "unknown server",
            serverLimit: serverLimit)
    }

    private static func line(of path: String, behind start: String) -> String? {
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
}
