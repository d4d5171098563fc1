import Curlew

/// The object that `curlew doctor --output json` prints.
struct DoctorReport: Encodable {
    private let transports: [Transport]

    init(_ capabilities: [TransportCapabilities]) {
        transports = capabilities.map { Transport($0) }
    }

    private struct Transport: Encodable {
        let transport: String
        let version: String
        let contentCodings: [String]
        let httpVersions: [String]
        let pausedBodyLimits: [Limit]
        let unsupported: [Missing]
        let layer: Layer?

        init(_ capabilities: TransportCapabilities) {
            transport = capabilities.transport
            version = capabilities.version
            contentCodings = capabilities.contentCodings
            httpVersions = capabilities.httpVersions.map(\.rawValue)
            pausedBodyLimits = capabilities.pausedBodyLimits
                .map { Limit(httpVersion: $0.key.rawValue, bytes: $0.value) }
                .sorted { $0.httpVersion < $1.httpVersion }
            unsupported = capabilities.unsupported
                .map { Missing(feature: $0.key.rawValue, reason: $0.value) }
                .sorted { $0.feature < $1.feature }
            layer = capabilities.layer.map { Layer($0) }
        }
    }

    private struct Limit: Encodable {
        let httpVersion: String
        let bytes: Int
    }

    private struct Missing: Encodable {
        let feature: String
        let reason: String
    }

    private struct Layer: Encodable {
        let name: String
        let version: String
        let tlsLibrary: String?
        let resolver: String?
        let newerOptions: [Option]
        let hazards: [Hazard]

        init(_ layer: TransportCapabilities.Layer) {
            name = layer.name
            version = layer.version
            tlsLibrary = layer.tlsLibrary
            resolver = layer.resolver
            newerOptions = layer.newerOptions.map { Option(name: $0.key, isAvailable: $0.value) }
                .sorted { $0.name < $1.name }
            hazards = layer.hazards.map { Hazard($0) }
        }
    }

    private struct Option: Encodable {
        let name: String
        let isAvailable: Bool
    }

    private struct Hazard: Encodable {
        let summary: String
        let versions: String
        let reference: String
        let remedy: String?

        init(_ hazard: TransportCapabilities.Hazard) {
            summary = hazard.summary
            versions = hazard.versions
            reference = hazard.reference
            remedy = hazard.remedy
        }
    }
}
