/// How a download is written, checked, resumed and retried.
///
/// A download continues as long as it makes progress: `maxRetries` limits only consecutive attempts without progress.
/// Without progress the delay before an attempt doubles from `baseDelay` up to `maxDelay`; a longer `Retry-After` of
/// the response replaces it, up to a day. `Timeouts.total` and cancellation also apply during the delays.
public struct DownloadOptions: Sendable {
    /// What happens if the file already exists.
    public var existing: ExistingFile
    /// Whether an attempt requests only the missing bytes, within a call and across processes.
    ///
    /// If false, or if the server sends no validator, each attempt starts from the first byte; it makes progress when
    /// it gets further than all attempts before it.
    public var resumes: Bool
    /// The most consecutive retries without a new byte of the file; only GET is retried.
    ///
    /// A retry follows a lost, stalled or refused connection, a host name that no longer resolves, and the statuses
    /// 408, 429, 500, 502, 503 and 504.
    public var maxRetries: Int
    /// The longest delay before the first retry after progress.
    public var baseDelay: Duration
    /// The longest delay before any retry.
    public var maxDelay: Duration
    /// Chooses a delay up to a ceiling, so that not all clients of a restarted server return at once.
    public var jitter: @Sendable (_ ceiling: Duration) -> Duration = { $0 * Double.random(in: 0.5...1) }
    /// What happens to a body that the server encodes although `identity` was requested.
    public var contentCoding: ContentCoding
    /// The SHA-256 of the file as 64 hexadecimal digits; a file with a different one is `.checksumMismatch`.
    public var sha256: String?
    /// Whether the file and its name are forced to disk before the call returns.
    ///
    /// If false, every process sees the complete file at once, but a power loss soon after may lose or damage it.
    public var synchronizes: Bool

    /// Makes options; the defaults refuse to replace a file or to store an encoded body, and retry up to five times,
    /// after one, two, four seconds and so on.
    public init(
        existing: ExistingFile = .fail, resumes: Bool = true, maxRetries: Int = 5,
        baseDelay: Duration = .seconds(1), maxDelay: Duration = .seconds(60),
        contentCoding: ContentCoding = .refuse, sha256: String? = nil, synchronizes: Bool = false
    ) {
        self.existing = existing
        self.resumes = resumes
        self.maxRetries = maxRetries
        self.baseDelay = baseDelay
        self.maxDelay = maxDelay
        self.contentCoding = contentCoding
        self.sha256 = sha256
        self.synchronizes = synchronizes
    }

    /// What happens if the file already exists; more can be added without breaking a caller.
    public struct ExistingFile: Sendable, Hashable, RawRepresentable, CaseIterable {
        package enum Kind: String, CaseIterable { case fail, replace, keep }

        package let kind: Kind

        /// The download fails with `.fileFailed` and `EEXIST`, before anything is sent.
        public static let fail = ExistingFile(kind: .fail)
        /// The new file replaces the old one once it is complete.
        public static let replace = ExistingFile(kind: .replace)
        /// The existing file is the result, and nothing is sent; its checksum is checked.
        public static let keep = ExistingFile(kind: .keep)

        /// Every choice.
        public static let allCases = Kind.allCases.map { ExistingFile(kind: $0) }

        private init(kind: Kind) {
            self.kind = kind
        }

        /// Makes a choice; nil for a name that this version does not know.
        public init?(rawValue: String) {
            guard let kind = Kind(rawValue: rawValue) else { return nil }
            self.init(kind: kind)
        }

        /// The stable name.
        public var rawValue: String { kind.rawValue }
    }

    /// What happens to a body that the server encodes although `identity` was requested; more can be added.
    ///
    /// Servers do so with files that they label `Content-Encoding: gzip`, such as archives.
    public struct ContentCoding: Sendable, Hashable {
        private enum Kind { case refuse, keep }

        private let kind: Kind

        /// The download fails with `.unsupported`, so that no file has unexpected bytes.
        public static let refuse = ContentCoding(kind: .refuse)
        /// The encoded bytes are stored unchanged.
        ///
        /// `DownloadedFile.fields` names the coding; `sha256`, sizes and progress refer to the encoded bytes.
        /// URLSession always decodes, so its download fails with `.unsupported`.
        public static let keep = ContentCoding(kind: .keep)

        /// The name of `keep` in messages; the command has another name for it.
        package static let nameOfKeep = "DownloadOptions.contentCoding .keep"
    }
}
