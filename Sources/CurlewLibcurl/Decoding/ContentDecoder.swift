import CurlewTransport

/// Undoes one content coding chunk by chunk, and knows whether the data is complete (RFC 9110 §8.4).
///
/// libcurl's own decoders accept a truncated body as complete (seen with 7.88.1); hence these, which use the
/// libraries that libcurl itself has loaded.
protocol ContentDecoder: AnyObject {
    /// Decodes until the input is used or the output is full; returns how much of the output was filled.
    ///
    /// Used bytes are removed from the input. If the output is full there may be more, even without input. Throws
    /// `.contentDecodingFailed` for bytes that are not of this coding.
    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int

    /// Whether the data so far is complete; empty data is, since a body of any coding may be empty.
    var isComplete: Bool { get }
}

extension NetworkError {
    /// The body does not match its Content-Encoding.
    static func undecodable(_ coding: String, _ problem: String) -> NetworkError {
        NetworkError(.contentDecodingFailed, "the body's \(coding) data \(problem)")
    }
}

extension UnsafeRawBufferPointer {
    /// Removes bytes from the front.
    mutating func use(_ count: Int) {
        unsafe self = unsafe UnsafeRawBufferPointer(rebasing: self[count...])
    }
}
