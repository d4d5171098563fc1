/// A file that was downloaded.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public let path: String
    /// Its length in bytes.
    public let size: Int64
    /// How many bytes this call has received; the others were there before, and all were for a file that was kept.
    public let received: Int64
    /// The fields of the last answer; empty for a file that was kept.
    public let fields: HTTPFields
}
