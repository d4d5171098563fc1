import CurlewTransport

/// Undoes one content coding chunk by chunk, and knows whether the data is complete (RFC 9110 §8.4).
///
/// libcurl's own decoders take a body that was cut for a complete one (seen with 7.88.1); hence ours, on the libraries
/// that libcurl itself has loaded.
protocol ContentDecoder: AnyObject {
    /// Decodes until the input is used or the output is full; returns how much of the output was filled.
    ///
    /// What was used is taken off the input. When the output is full there may be more, also without input.
    /// Throws `.contentDecodingFailed` for bytes that are not of this coding.
    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int

    /// Whether the bytes up to here are a whole; no bytes are one, since a body may be empty whatever its coding.
    var isComplete: Bool { get }
}

extension NetworkError {
    /// The body is not what its Content-Encoding says.
    static func undecodable(_ coding: String, _ problem: String) -> NetworkError {
        NetworkError(.contentDecodingFailed, "the body's \(coding) data \(problem)")
    }
}

extension UnsafeRawBufferPointer {
    /// Takes bytes off the front.
    mutating func use(_ count: Int) {
        unsafe self = unsafe UnsafeRawBufferPointer(rebasing: self[count...])
    }
}
