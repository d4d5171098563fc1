import Curlew
import Testing

@testable import CurlewCLI

@Suite(.timeLimit(.minutes(1)))
struct DoctorTests {
    @Test func tellsWhatBothTransportsCanDo() async throws {
        let result = try await Tool.curlew.run(["doctor"])
        #expect(result.exitCode == 0)
        #expect(result.errors.isEmpty)
        for text in ["TLS library", "libcurl cannot", "urlsession cannot", "known faults of the library"] {
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
        #expect(layer["newer_options"]?[0]?["is_there"]?.boolValue != nil)
        #expect(report["transports"]?[0]?["paused_body_limits"]?[0]?["bytes"]?.intValue == 8 << 20)
        #expect(report["transports"]?[1]?["unsupported"]?[0]?["reason"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: [["--output"], ["--output", "xml"], ["--verbose"], ["operand"]])
    func refusesWrongUsage(arguments: [String]) async throws {
        let result = try await Tool.curlew.run(["doctor"] + arguments)
        #expect(result.exitCode == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("curlew help doctor"))
    }

    @Test func showsWhatATransportDoesNotKnowAsADash() {
        let text = DoctorText([TransportCapabilities(transport: "bare", unsupported: [.http3: "no reason"])])
            .text
        #expect(text.contains("TLS library                       –"))
        #expect(text.contains("bare cannot\n  http3: no reason"))
        #expect(!text.contains("known faults"))
    }
}
