import Curlew
import CurlewLibcurl
import Foundation

/// The machine and the software of a comparison.
struct Machine: Codable, Sendable {
    let processor: String
    let cores: Int
    let kernel: String
    let date: String
    /// The first line of `swift --version`, as the script hands it over.
    let swift: String
    let libcurl: String
    /// The `Server` field of a response.
    let server: String
    /// Small GETs per second that wrk reaches on the server with 64 connections; nil without wrk.
    let serverLimit: Double?

    var text: String {
        let limit = serverLimit.map { "; wrk reaches \($0.text(digits: 0)) requests/s on the server" } ?? ""
        return "\(processor), \(cores) cores, \(kernel); \(swift), \(libcurl), \(server); \(date)\(limit)"
    }

    /// Reads the machine and asks the server.
    static func current(_ servers: Servers, swift: String, serverLimit: Double?) async -> Machine {
        let transport = LibcurlTransport()
        defer { transport.shutdown() }
        let response = try? await transport.send(HTTPRequest(url: "\(servers.url)/json"))
        let layer = transport.capabilities.layer
        return Machine(
            processor: line(of: "/proc/cpuinfo", after: "model name\t: ") ?? "unknown processor",
            cores: ProcessInfo.processInfo.activeProcessorCount,
            kernel: "Linux \(line(of: "/proc/sys/kernel/osrelease", after: "") ?? "")",
            date: Date.now.formatted(.iso8601.year().month().day()), swift: swift,
            libcurl: layer.map { "\($0.name) \($0.version), \($0.tlsLibrary ?? "no TLS")" } ?? "libcurl",
            server: response?.fields["Server"] ?? "unknown server",
            serverLimit: serverLimit)
    }

    private static func line(of path: String, after start: String) -> String? {
        let lines = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }
}
