/// Known faults of libcurl, by version; both transports of this package use it on Linux.
package struct LibcurlHazard: Sendable {
    let summary: String
    let versions: LibcurlVersionRange
    let reference: String
    /// How each transport works around it.
    let remedies: [Holder: String]

    /// The transports that use libcurl.
    package enum Holder: Sendable {
        case libcurl
        case urlSession
    }

    init(
        _ versions: (first: String, last: String?), _ summary: String, _ reference: String,
        remedies: [Holder: String] = [:]
    ) {
        self.summary = summary
        self.versions = LibcurlVersionRange(versions.first, versions.last)
        self.reference = reference
        self.remedies = remedies
    }

    /// The faults of one version, with the workarounds of one transport.
    package static func all(
        of version: LibcurlVersion, below holder: Holder
    ) -> [TransportCapabilities.Hazard] {
        known.filter { $0.versions.contains(version) }.map { hazard in
            TransportCapabilities.Hazard(
                summary: hazard.summary, versions: hazard.versions.description, reference: hazard.reference,
                remedy: hazard.remedies[holder])
        }
    }
}
