extension HTTPFields {
    /// The content codings of the body in the order in which they were applied, in lower case and without `identity`
    /// (RFC 9110 §8.4).
    package var contentCodings: [String] {
        let list = self[.contentEncoding] ?? ""
        return list.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
            .filter { $0 != "identity" }
    }

    /// Why the body of a response with this status cannot be decoded, even if its codings are known; nil if it can.
    ///
    /// The range of a 206 counts encoded bytes (RFC 9110 §8.4, §14.4, §15.3.7), and only the whole data can be
    /// decoded.
    package func decodingProblem(status: Int) -> String? {
        guard status == 206, !contentCodings.isEmpty, !hasWholeRange else { return nil }
        let codings = contentCodings.joined(separator: ", ").prefix(50)
        return "the body is a part (206) of \(codings) data, which cannot be decoded: "
            + "request it with Accept-Encoding: identity"
    }

    private var hasWholeRange: Bool {
        guard let value = self[.contentRange], case .part(let range, let total) = ContentRange(value) else {
            return false
        }
        return range.lowerBound == 0 && range.upperBound + 1 == total
    }

    /// What the fields say about the body's length (RFC 9112 §6.3).
    package enum BodyLength: Equatable {
        /// Chunked coding or the connection's end delimits the body.
        case unknown
        case known(Int64)
        /// Content-Length is not a single number.
        ///
        /// The libraries below use the last of several, and ignore one that is too large: either way a truncated body
        /// would pass as complete.
        case contradictory
    }

    package var bodyLength: BodyLength {
        var length: Int64?
        var isUsable = true
        forEachValue(of: .contentLength) { value in
            let number = Self.number(value) ?? Self.repeatedNumber(value)
            isUsable = isUsable && number != nil && (length ?? number) == number
            length = number
        }
        // Chunked coding overrides it.
        if contains(.transferEncoding) { return .unknown }
        guard isUsable else { return .contradictory }
        return length.map(BodyLength.known) ?? .unknown
    }

    /// Whether the body has no transfer coding, or `chunked` once: a request without TE allows no other (RFC 9112
    /// §6.1, §7.4).
    ///
    /// Only for a response with a body: for HEAD and 304 the field describes the response to a GET.
    package var isTransferCodingReadable: Bool {
        guard let codings = self[.transferEncoding] else { return true }
        // Empty elements of a list are ignored (RFC 9110 §5.6.1).
        let names = codings.split { $0 == "," || $0 == " " || $0 == "\t" }
        return names.count == 1 && names[0].lowercased() == "chunked"
    }

    /// One field may repeat the same number, as if fields had been joined.
    private static func repeatedNumber(_ list: ArraySlice<UInt8>) -> Int64? {
        let parts = list.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        let numbers = parts.map { number($0.trimmingOptionalWhitespace()) }
        return Set(numbers).count == 1 ? numbers[0] : nil
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard digit.isASCIIDigit else { return nil }
            let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isLarger) = product.addingReportingOverflow(Int64(digit - 0x30))
            guard !isTooLarge, !isLarger else { return nil }
            number = sum
        }
        return number
    }
}
