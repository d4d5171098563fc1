/// A file that was downloaded.
public struct DownloadedFile: Sendable {
    /// Where it is.
    public let path: String
    /// Its length in bytes.
    public let size: Int64
    /// How many bytes this call has received; the others were there before, and all were for a file that was kept.
    public let received: Int64
    /// The fields of the response with the whole file, updated by those of each part that followed, which need not repeat
    /// them (RFC 9110 §15.3.7); empty for a file that was kept.
    ///
    /// Of a response to an earlier call no more is known than its content type, coding and disposition.
    public let fields: HTTPFields
}
