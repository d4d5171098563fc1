#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ResponseBody {
    /// The body as JSON Lines: one value per line, decoded as it arrives.
    ///
    ///     for try await entry in response.body.jsonLines(of: Entry.self) { … }
    ///
    /// Lines of only white space are skipped.
    ///
    /// - Parameters:
    ///   - type: what each line decodes into.
    ///   - decoder: what decodes a line.
    ///   - limit: the most bytes of a line, without its ending; a longer one is `.bodyTooLarge`.
    public func jsonLines<Value: Decodable & SendableMetatype>(
        of type: Value.Type, decoder: some BodyDecoder = JSONDecoder(), limit: Int = 1 << 20
    ) -> JSONLines<Value> {
        JSONLines(body: self, decoder: decoder, limit: limit)
    }
}

/// The values of a body, one per line, which can be read once.
public struct JSONLines<Value: Decodable & SendableMetatype>: AsyncSequence, Sendable {
    /// The value of a line.
    public typealias Element = Value
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    fileprivate let body: ResponseBody
    fileprivate let decoder: any BodyDecoder
    fileprivate let limit: Int

    /// Starts reading the body.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: LineReader(body, limit: limit), decoder: decoder)
    }

    /// Reads value by value.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: LineReader
        fileprivate let decoder: any BodyDecoder
        private var lineNumber = 0

        fileprivate init(reader: LineReader, decoder: any BodyDecoder) {
            self.reader = reader
            self.decoder = decoder
        }

        /// The next value, nil at the end.
        ///
        /// Throws `.decodingFailed` for a line that cannot be decoded, which ends the transfer, `.bodyTooLarge` for
        /// one that is too long, and what reading the body throws.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Value? {
            while let line = try await reader.next(isolation: actor) {
                lineNumber += 1
                if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return try decode(Data(line)) }
            }
            return nil
        }

        private mutating func decode(_ line: Data) throws(NetworkError) -> Value {
            do {
                return try decoder.value(Value.self, from: line)
            } catch {
                reader.end()
                throw NetworkError.wrapping(
                    error, as: .decodingFailed,
                    "line \(lineNumber) could not be decoded as \(Value.self)\(CodingPlace.suffix(of: error))"
                ).updating { $0.keepPrefix(of: line) }
            }
        }
    }
}
