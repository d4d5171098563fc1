import Curlew
import Foundation
import TestSupport
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(5)))
struct DoctorCommandTests {
    @Test func tellsWhatBothTransportsCanDo() async throws {
        let result = try await Tool.curlew.run(["doctor"])
        #expect(result.exitCode == 0)
        #expect(result.errors.isEmpty)
        for text in ["TLS library", "libcurl cannot", "urlsession cannot", "known issues of the library"] {
            #expect(result.text.contains(text))
        }
        for feature in TransportCapabilities.Feature.allCases {
            #expect(result.text.contains("\n\(feature.rawValue) "))
        }
    }

    @Test(arguments: [["--output", "json"], ["--output=json"]])
    func printsOneJSONObject(arguments: [String]) async throws {
        let result = try await Tool.curlew.run(["doctor"] + arguments)
        #expect(result.exitCode == 0)
        #expect(result.text.split(separator: "\n").count == 1)
        let report = try result.json()
        #expect(report["transports"]?[0]?["transport"]?.stringValue == "libcurl")
        #expect(report["transports"]?[1]?["transport"]?.stringValue == "urlsession")
        let layer = try #require(report["transports"]?[0]?["layer"])
        #expect(layer["name"]?.stringValue == "libcurl")
        #expect(layer["tls_library"]?.stringValue?.isEmpty == false)
        #expect(layer["resolver"]?.stringValue?.isEmpty == false)
        #expect(layer["hazards"]?[0]?["reference"]?.stringValue?.isEmpty == false)
        #expect(layer["newer_options"]?[0]?["is_available"]?.boolValue != nil)
        #expect(report["transports"]?[0]?["paused_body_limits"]?[0]?["bytes"]?.intValue == 8 << 20)
        #expect(report["transports"]?[1]?["unsupported"]?[0]?["reason"]?.stringValue?.isEmpty == false)
    }

    @Test func describesOneTransport() async throws {
        let result = try await Tool.curlew.run(["doctor", "--transport", "urlsession"])
        #expect(result.exitCode == 0)
        #expect(result.text.contains("urlsession cannot"))
        #expect(!result.text.contains("libcurl cannot"))
    }

    @Test(arguments: [
        ["--output"], ["--output", "xml"], ["--verbose"], ["operand"], ["--only", "query-encoding"],
        ["--save", "."],
        ["--transport", "x"], ["--conformance", "--check", "query-encoding · x"],
        ["--conformance", "--transport", "libcurl", "--check", "x", "--only", "x"],
        ["--conformance", "--transport", "libcurl", "--check", "x", "--save", "."],
        ["--conformance", "--transport", "libcurl", "--check", "x", "--output", "json"],
    ])
    func refusesWrongUsage(arguments: [String]) async throws {
        let result = try await Tool.curlew.run(["doctor"] + arguments)
        #expect(result.exitCode == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("curlew help doctor"))
    }

    @Test func runsTheConformanceSuite() async throws {
        let result = try await Tool.curlew.run(["doctor", "--conformance", "--only", "contract-status"])
        #expect(result.exitCode == 0)
        #expect(result.errors.isEmpty)
        #expect(result.text.contains("contract-status"))
        #expect(result.text.contains("\nlibcurl: 7 checks, 7 pass"))
        #expect(result.text.contains("\nurlsession: 7 checks, "))
    }

    @Test func writesTheConformanceReportAsJSONAndMarkdown() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // It ends the process of URLSession, so it runs in another one, and deviates.
        let result = try await Tool.curlew.run([
            "doctor", "--conformance", "--transport=urlsession", "--only", "non-http-replies · half a head",
            "--output",
            "json",
            "--save", folder.path,
        ])
        #expect(result.exitCode == 0)
        let report = try result.json()
        #expect(report["transports"]?[0]?["totals"]?["deviation"]?.intValue == 1)
        #expect(report["cases"]?[0]?["checks"]?[0]?["outcome"]?.stringValue == "deviation")
        #expect(try Data(contentsOf: folder.appending(path: "conformance.json")) == result.output)
        let article = try String(contentsOf: folder.appending(path: "conformance.md"), encoding: .utf8)
        #expect(article.hasPrefix("# Conformance\n"))
    }

    @Test(arguments: [
        ("/dev/null", "Not a directory"), ("/no such folder", "No such file or directory"),
    ])
    func anInvalidFolderIsRefusedBeforeTheChecksRun(folder: String, reason: String) async throws {
        let result = try await Tool.curlew.run(["doctor", "--conformance", "--save", folder])
        #expect(result.exitCode == 26)
        #expect(result.output.isEmpty)
        #expect(result.errors == "curlew: fileFailed: cannot write to \(folder): \(reason)\n")
    }

    @Test func aReportThatCannotBeSavedIsPrinted() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "curlew-\(UUID().uuidString)")
        // A folder has the file's name.
        let taken = folder.appending(path: "conformance.md")
        try FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try await Tool.curlew.run([
            "doctor", "--conformance", "--transport", "libcurl", "--only", "contract-status · 200", "--save",
            folder.path,
        ])
        #expect(result.exitCode == 26)
        #expect(result.text.contains("contract-status"))
        #expect(result.errors == "curlew: fileFailed: cannot write \(taken.path): Is a directory\n")
    }

    @Test func runsOneCheckInItsOwnProcess() async throws {
        let result = try await Tool.curlew.run([
            "doctor", "--conformance", "--transport", "libcurl", "--check", "contract-status · 200 OK",
        ])
        #expect(result.exitCode == 0)
        #expect(result.output.isEmpty)
    }

    @Test(arguments: [["--only", "no such check"], ["--transport", "libcurl", "--check", "no such check"]])
    func refusesChecksThatDoNotExist(arguments: [String]) async throws {
        let result = try await Tool.curlew.run(["doctor", "--conformance"] + arguments)
        #expect(result.exitCode == 2)
        #expect(result.errors.contains("no check has this"))
    }

    @Test func showsWhatATransportDoesNotKnowAsADash() {
        let text = DoctorText([TransportCapabilities(transport: "bare", unsupported: [.http3: "no reason"])])
            .text
        #expect(text.contains(/TLS library +–\n/))
        #expect(text.contains("bare cannot\n  http3: no reason"))
        #expect(!text.contains("known issues"))
    }
}
