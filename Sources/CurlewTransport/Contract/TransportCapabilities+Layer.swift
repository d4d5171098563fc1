extension TransportCapabilities {
    /// What a transport stands on: the library below it, as it is installed here.
    public struct Layer: Sendable, Hashable {
        /// The library's name, such as `libcurl`.
        public var name: String
        /// Its version, such as `7.88.1`.
        public var version: String
        /// The TLS library and its version, such as `OpenSSL/3.0.19`; nil when there is none, or it is not known.
        public var tlsLibrary: String?
        /// What looks names up; nil when it is not known.
        public var resolver: String?
        /// Options that came after the oldest version that is supported, and whether they are there.
        public var newerOptions: [String: Bool]
        /// What is known to be wrong with this version.
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
        /// The versions that it concerns, such as `8.1.0–8.1.2`.
        public var versions: String
        /// Where it is written, such as `curl/curl#11426`.
        public var reference: String
        /// What the transport does against it; nil when it can do nothing.
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
