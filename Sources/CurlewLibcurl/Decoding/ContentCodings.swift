import CurlewTransport

/// The content codings that can be decoded: those whose library libcurl has loaded.
enum ContentCodings {
    /// Their names, in order of preference.
    static let known: [String] =
        (ZlibLibrary.loaded == nil ? [] : ["gzip", "deflate"])
        + (BrotliLibrary.loaded == nil ? [] : ["br"]) + (ZstdLibrary.loaded == nil ? [] : ["zstd"])

    /// More are an attack: each can turn one byte into a thousand.
    private static let most = 5

    /// The decoder of these codings; nil for none.
    static func decoder(for names: [String]) -> (any ContentDecoder)? {
        guard let last = names.last else { return nil }
        guard names.count <= most else { return UnknownDecoder("the body has more than \(most) codings") }
        let outer = decoder(for: last)
        guard let inner = decoder(for: names.dropLast()) else { return outer }
        return ChainedDecoder(outer: outer, inner: inner)
    }

    private static func decoder(for name: String) -> any ContentDecoder {
        let decoder: (any ContentDecoder)? =
            switch name {
            // RFC 9110 §8.4.1.3: the older name means the same.
            case "gzip", "x-gzip": ZlibLibrary.loaded.map { InflateDecoder(.gzip, $0) }
            case "deflate": ZlibLibrary.loaded.map { InflateDecoder(.deflate, $0) }
            case "br": BrotliLibrary.loaded.flatMap { BrotliDecoder($0) }
            case "zstd": ZstdLibrary.loaded.flatMap { ZstdDecoder($0) }
            default: nil
            }
        return decoder ?? UnknownDecoder("the body's coding is not one of \(known.joined(separator: ", "))")
    }
}
