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
    /// For a body that `withResponse` passes on, whatever its status; `client.jsonLines(of:from:)` checks status and
    /// media type.
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
        JSONLines(source: .body(self), format: FailureFormat(decoder), limit: limit)
    }
}

/// The values of a response, one per line.
///
/// Those of a body can be read once; those of an endpoint are requested anew by each loop. A line of more than 32 KiB is
/// decoded off the caller's actor and executor.
public struct JSONLines<Value: Decodable & SendableMetatype>: AsyncSequence, Sendable {
    /// The value of a line.
    public typealias Element = Value
    /// Reading fails only with `NetworkError`.
    public typealias Failure = NetworkError

    let source: LineSource
    let format: FailureFormat
    let limit: Int

    /// Starts reading.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(lines: SourceLines(source, limit: limit), format: format)
    }

    /// Reads value by value.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var lines: SourceLines
        private let format: FailureFormat
        private var lineNumber = 0

        fileprivate init(lines: SourceLines, format: FailureFormat) {
            self.lines = lines
            self.format = format
        }

        /// The next value, nil at the end.
        ///
        /// Throws `.decodingFailed` or `.failureReported` for a line that cannot be decoded, which ends the transfer,
        /// `.bodyTooLarge` for one that is too long, what reading the body throws, and for an endpoint what sending it
        /// throws.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(NetworkError) -> Value? {
            while let line = try await lines.next(isolation: actor) {
                lineNumber += 1
                if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) {
                    return try await decode(Data(line), isolation: actor)
                }
            }
            return nil
        }

        private mutating func decode(
            _ line: Data, isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> Value {
            do throws(NetworkError) {
                return try await format.value(Value.self, of: line, ("line", lineNumber))
            } catch {
                throw lines.end(with: error.reading(format))
            }
        }
    }
}
