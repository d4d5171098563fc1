extension TransportCapabilities {
    /// The library that a transport uses, as it is installed here.
    public struct Layer: Sendable, Hashable {
        /// The library's name, such as `libcurl`.
        public var name: String
        /// Its version, such as `7.88.1`.
        public var version: String
        /// The TLS library and its version, such as `OpenSSL/3.0.19`; nil if there is none or it is unknown.
        public var tlsLibrary: String?
        /// What resolves names; nil if unknown.
        public var resolver: String?
        /// Options newer than the oldest supported version, and whether this version has them.
        public var newerOptions: [String: Bool]
        /// The known faults of this version.
        public var hazards: [Hazard]

        /// Describes a library.
        public init(
            name: String, version: String, tlsLibrary: String? = nil, resolver: String? = nil,
            newerOptions: [String: Bool] = [:], hazards: [Hazard] = []
        ) {
            self.name = name
            self.version = version
            self.tlsLibrary = tlsLibrary
            self.resolver = resolver
            self.newerOptions = newerOptions
            self.hazards = hazards
        }
    }

    /// A known fault of a library's version.
    public struct Hazard: Sendable, Hashable {
        /// What goes wrong.
        public var summary: String
        /// The affected versions, such as `8.1.0–8.1.2`.
        public var versions: String
        /// Where it is reported, such as `curl/curl#11426`.
        public var reference: String
        /// How the transport works around it; nil if it does not.
        public var remedy: String?

        /// Describes a fault.
        public init(summary: String, versions: String, reference: String, remedy: String? = nil) {
            self.summary = summary
            self.versions = versions
            self.reference = reference
            self.remedy = remedy
        }
    }
}
