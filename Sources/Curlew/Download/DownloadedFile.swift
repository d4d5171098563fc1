/// A file that was downloaded.
public struct DownloadedFile: Sendable {
    /// The file's path.
    public let path: String
    /// Its length in bytes.
    public let size: Int64
    /// Bytes received by this call: fewer than `size` after a resume, 0 if the existing file was kept.
    public let received: Int64
    /// The fields of the response with the whole file, updated by those of each part that followed, which need not repeat
    /// them (RFC 9110 §15.3.7); empty for a file that was kept.
    ///
    /// From the response to an earlier call only its content type, coding and disposition are known.
    public let fields: HTTPFields
}
