#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension JSONDecoder.DateDecodingStrategy {
    /// Reads a date as most APIs write it: as text (RFC 3339, ISO 8601), with or without fractions of a second, or as
    /// the seconds since 1970.
    ///
    ///     decoder.dateDecodingStrategy = .iso8601OrSeconds    // "2026-11-30T12:00:00.5Z", 1796040000
    ///
    /// The offset is `Z`, `+01:00` or `+0100`. Anything else is a `DecodingError`, and so `.decodingFailed`.
    public static var iso8601OrSeconds: Self {
        .custom { decoder in
            let container = try decoder.singleValueContainer()
            if let seconds = try? container.decode(Double.self) {
                return Date(timeIntervalSince1970: seconds)
            }
            if let date = Timestamp.parse(try container.decode(String.self)) { return date }
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "neither an ISO 8601 date nor a number of seconds")
        }
    }
}
