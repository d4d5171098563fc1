/// How a download is written, checked and gone on with.
public struct DownloadOptions: Sendable {
    /// What happens when there is a file of that name already.
    public var existing: ExistingFile
    /// Whether a download that was interrupted goes on where it ended, within a call and from one process to the next.
    public var resumes: Bool
    /// How often a call goes on by itself after its connection broke, when `resumes` is set.
    public var resumptionLimit: Int
    /// The SHA-256 of the file as 64 hexadecimal digits; a file with another one is `.checksumMismatch`.
    public var sha256: String?
    /// Whether the file and its name are forced to disk before the call returns.
    ///
    /// Without it the file is complete for every process at once, but may be missing or damaged after a loss of power soon
    /// after.
    public var isForcedToDisk: Bool

    /// Makes options; the defaults refuse to replace a file and go on up to five times.
    public init(
        existing: ExistingFile = .fail, resumes: Bool = true, resumptionLimit: Int = 5,
        sha256: String? = nil, isForcedToDisk: Bool = false
    ) {
        self.existing = existing
        self.resumes = resumes
        self.resumptionLimit = resumptionLimit
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
}
