import CurlewTransport

/// The part of a file that a request asks for (RFC 9110 §14.1, §14.2).
enum RequestedRange: Equatable {
    case whole
    case part(Range<Int>)
    case unsatisfiable

    /// Ignores a malformed range, one in another unit, a list of several, and one for another version.
    init(_ request: LoopbackServer.ReceivedRequest, of content: FileContent) {
        self = .whole
        guard request.method == "GET", let value = request["Range"], value.hasPrefix("bytes=") else { return }
        if let condition = request["If-Range"], condition != content.entityTag { return }
        let ends = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) }) else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first <= last:
            self = Self.part(first, min(last, content.size - 1) + 1, content.size)
        case (let first?, nil) where ends[1].isEmpty: self = Self.part(first, content.size, content.size)
        case (nil, let count?) where ends[0].isEmpty:
            self =
                count == 0
                ? .unsatisfiable : Self.part(max(0, content.size - count), content.size, content.size)
        default: return
        }
    }

    private static func part(_ first: Int, _ end: Int, _ size: Int) -> RequestedRange {
        first < size ? .part(first..<min(end, size)) : .unsatisfiable
    }
}
