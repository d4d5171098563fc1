#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Client {
    /// The version of this package.
    public static let version = "0.1"

    /// What holds for every send of a client, unless the endpoint says otherwise.
    public struct Configuration: Sendable {
        /// Fields that every request gets, such as an API's version.
        public var fields: HTTPFields
        /// The User-Agent field's value.
        public var userAgent: String
        /// How long an exchange and its phases may take.
        public var timeouts: Timeouts
        /// What encodes `.json` bodies, with its settings for dates and keys.
        public var encoder: any BodyEncoder
        /// What decodes `.json` answers, with its settings for dates and keys.
        public var decoder: any BodyDecoder
        /// The largest body that a decoder collects, in bytes; a larger one is `.bodyTooLarge`.
        public var bodyLimit: Int
        /// What time it is, and how the client waits between attempts.
        public var clock: ClientClock

        /// Makes a configuration; the defaults are 30 s to the head, 60 s of idleness, JSON and 16 MiB.
        public init(
            fields: HTTPFields = [:], userAgent: String = "Curlew/\(Client.version)",
            timeouts: Timeouts = Timeouts(), encoder: any BodyEncoder = JSONEncoder(),
            decoder: any BodyDecoder = JSONDecoder(), bodyLimit: Int = 16 * 1024 * 1024,
            clock: ClientClock = .system
        ) {
            self.fields = fields
            self.userAgent = userAgent
            self.timeouts = timeouts
            self.encoder = encoder
            self.decoder = decoder
            self.bodyLimit = bodyLimit
            self.clock = clock
        }
    }
}
