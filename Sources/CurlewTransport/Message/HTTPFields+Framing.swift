extension HTTPFields {
    /// The content codings of the body in the order in which they were applied, in lower case and without `identity`
    /// (RFC 9110 §8.4).
    package var contentCodings: [String] {
        let list = self[.contentEncoding] ?? ""
        return list.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
            .filter { $0 != "identity" }
    }

    /// Why the body of a response with this status cannot be decoded, although its codings may be known; nil when it can.
    ///
    /// The range of a 206 counts in encoded bytes (RFC 9110 §8.4, §14.4, §15.3.7), and only all of them can be decoded.
    package func decodingProblem(status: Int) -> String? {
        guard status == 206, !contentCodings.isEmpty, !hasWholeRange else { return nil }
        let codings = contentCodings.joined(separator: ", ").prefix(50)
        return "the body is a part (206) of data in \(codings), which cannot be decoded: "
            + "ask for it with Accept-Encoding: identity"
    }

    private var hasWholeRange: Bool {
        guard let value = self[.contentRange], case .part(let range, let total) = ContentRange(value) else {
            return false
        }
        return range.lowerBound == 0 && range.upperBound + 1 == total
    }

    /// What the fields say of the body's length (RFC 9112 §6.3).
    package enum BodyLength: Equatable {
        /// Chunked coding or the connection's end will show it.
        case unknown
        case known(Int64)
        /// Content-Length is not one number.
        ///
        /// The layers below take the last of several, and ignore one that is too large: either way a body would be taken
        /// for whole that may not be.
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
        // Chunked coding counts for more.
        if contains(.transferEncoding) { return .unknown }
        guard isUsable else { return .contradictory }
        return length.map(BodyLength.known) ?? .unknown
    }

    /// Whether the body's transfer coding is none, or `chunked` once: a request without TE allows no other
    /// (RFC 9112 §6.1, §7.4).
    ///
    /// Meant for a response that has a body: to HEAD, and with 304, the field says what another would have had.
    package var isTransferCodingReadable: Bool {
        guard let codings = self[.transferEncoding] else { return true }
        // Empty elements of a list do not count (RFC 9110 §5.6.1).
        let names = codings.split { $0 == "," || $0 == " " || $0 == "\t" }
        return names.count == 1 && names[0].lowercased() == "chunked"
    }

    /// One field may hold the same number several times, as if fields had been joined.
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
