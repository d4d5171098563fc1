/// How a download is written, checked, resumed and tried again.
///
/// A download continues as long as it gets further: `maxRetries` limits only attempts in a row without progress. The delay
/// before an attempt doubles from `baseDelay` up to `maxDelay` while there is no progress, and a `Retry-After` field of the
/// response that asks for more takes its place, up to a day. `Timeouts.total` and cancellation hold during the delays.
public struct DownloadOptions: Sendable {
    /// What happens when there is a file of that name already.
    public var existing: ExistingFile
    /// Whether an attempt asks only for what is missing, within a call and from one process to the next.
    ///
    /// Without it, and for a server that names no validator, each attempt starts from the first byte; it makes progress
    /// where it gets further than every attempt before it.
    public var resumes: Bool
    /// How many attempts in a row may follow a failure without a further byte of the file; only GET is sent again.
    ///
    /// Another attempt follows a lost, stalled or refused connection, a name that is not found any more, and the statuses
    /// 408, 429, 500, 502, 503 and 504.
    public var maxRetries: Int
    /// The longest delay before the first attempt after progress.
    public var baseDelay: Duration
    /// The longest delay before any attempt.
    public var maxDelay: Duration
    /// Chooses a delay from its ceiling, so that not all clients of a server that restarts come back at once.
    public var jitter: @Sendable (_ ceiling: Duration) -> Duration = { $0 * Double.random(in: 0.5...1) }
    /// What happens to a body that the server encodes although `identity` was asked for.
    public var contentCoding: ContentCoding
    /// The SHA-256 of the file as 64 hexadecimal digits; a file with another one is `.checksumMismatch`.
    public var sha256: String?
    /// Whether the file and its name are forced to disk before the call returns.
    ///
    /// Without it the file is complete for every process at once, but may be missing or damaged after a loss of power soon
    /// after.
    public var isForcedToDisk: Bool

    /// Makes options; the defaults refuse to replace a file, and an encoded body, and try again up to five times, after a
    /// second, two, four and so on.
    public init(
        existing: ExistingFile = .fail, resumes: Bool = true, maxRetries: Int = 5,
        baseDelay: Duration = .seconds(1), maxDelay: Duration = .seconds(60),
        contentCoding: ContentCoding = .refuse, sha256: String? = nil, isForcedToDisk: Bool = false
    ) {
        self.existing = existing
        self.resumes = resumes
        self.maxRetries = maxRetries
        self.baseDelay = baseDelay
        self.maxDelay = maxDelay
        self.contentCoding = contentCoding
        self.sha256 = sha256
        self.isForcedToDisk = isForcedToDisk
    }

    /// What happens when there is a file of that name already.
    public enum ExistingFile: String, Sendable, Hashable, CaseIterable {
        /// The download is `.fileFailed` with `EEXIST`, before anything is sent.
        case fail
        /// The new file takes the place of the old one once it is complete.
        case replace
        /// It is taken for the result, and nothing is sent; a checksum is checked.
        case keep
    }

    /// What happens to a body that the server encodes although `identity` was asked for; more can be added.
    ///
    /// Servers do so with files that they label `Content-Encoding: gzip`, such as archives.
    public struct ContentCoding: Sendable, Hashable {
        private enum Kind { case refuse, keep }

        private let kind: Kind

        /// The download is `.unsupported`, so that no file has other bytes than its reader expects.
        public static let refuse = ContentCoding(kind: .refuse)
        /// The bytes are stored as they come, encoded.
        ///
        /// `DownloadedFile.fields` says how; `sha256`, sizes and progress are those of the encoded bytes. URLSession
        /// decodes by itself, so there the download is `.unsupported`.
        public static let keep = ContentCoding(kind: .keep)

        /// What messages call `keep`; the command has another name for it.
        package static let nameOfKeep = "DownloadOptions.contentCoding .keep"
    }
}
