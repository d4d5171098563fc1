import CommandSupport
import Curlew

/// The text of `curlew doctor`: a table of the transports, then reasons and known issues.
struct DoctorText {
    private let capabilities: [TransportCapabilities]

    init(_ capabilities: [TransportCapabilities]) {
        self.capabilities = capabilities
    }

    var text: String { ([table.text] + capabilities.flatMap(notes)).joined(separator: "\n\n") }

    private var table: TextTable {
        TextTable(header: [""] + capabilities.map(\.transport), rows: factRows + featureRows)
    }

    private var factRows: [[String]] {
        let facts: [(String, (TransportCapabilities) -> String?)] = [
            ("library", { $0.layer.map { "\($0.name) \($0.version)" } }),
            ("TLS library", { $0.layer?.tlsLibrary }),
            ("name lookup", { $0.layer?.resolver }),
            ("HTTP", { Self.list($0.httpVersions.map { $0.rawValue.replacing("HTTP/", with: "") }) }),
            ("content codings", { Self.list($0.contentCodings) }),
            ("memory limit of a paused body", { Self.limits($0.pausedBodyLimits) }),
            ("newer options", { Self.list(Self.options($0, areAvailable: true)) }),
            ("missing newer options", { Self.list(Self.options($0, areAvailable: false)) }),
        ]
        return facts.map { name, fact in [name] + capabilities.map { fact($0) ?? "–" } }
    }

    private var featureRows: [[String]] {
        TransportCapabilities.Feature.allCases.map { feature in
            [feature.rawValue] + capabilities.map { $0.supports(feature) ? "yes" : "no" }
        }
    }

    private func notes(on capabilities: TransportCapabilities) -> [String] {
        let reasons = capabilities.unsupported.map { "  \($0.key.rawValue): \($0.value)" }.sorted()
        let hazards = capabilities.layer?.hazards.map(Self.line) ?? []
        return [
            Self.section("\(capabilities.transport) cannot", reasons),
            Self.section("\(capabilities.transport): known issues of the library", hazards),
        ].compactMap(\.self)
    }

    private static func section(_ title: String, _ lines: [String]) -> String? {
        lines.isEmpty ? nil : ([title] + lines).joined(separator: "\n")
    }

    private static func line(_ hazard: TransportCapabilities.Hazard) -> String {
        "  \(hazard.versions): \(hazard.summary) (\(hazard.reference))\n"
            + "    here: \(hazard.remedy ?? "no workaround")"
    }

    private static func list(_ names: [String]) -> String? {
        names.isEmpty ? nil : names.joined(separator: ", ")
    }

    private static func limits(_ limits: [HTTPResponse.Version: Int]) -> String? {
        list(limits.map { "\($0.key.rawValue) \($0.value >> 20) MiB" }.sorted())
    }

    private static func options(_ capabilities: TransportCapabilities, areAvailable: Bool) -> [String] {
        capabilities.layer?.newerOptions.filter { $0.value == areAvailable }.map(\.key).sorted() ?? []
    }
}
