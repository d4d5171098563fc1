import CurlewTransport

/// The first line of a response: version, space, three digits, space, phrase; the last two may be missing (RFC 9112 §4).
struct StatusLine {
    let version: HTTPResponse.Version
    let status: HTTPResponse.Status

    /// Whether a line begins like a status line.
    static func matches(_ line: UnsafeRawBufferPointer) -> Bool {
        // The first byte decides for most lines.
        unsafe line.count >= 5 && line[0] == UInt8(ascii: "H") && line[1] == UInt8(ascii: "T")
            && line[2] == UInt8(ascii: "T") && line[3] == UInt8(ascii: "P") && line[4] == UInt8(ascii: "/")
    }

    /// Reads a line without its line end; nil if it is not a status line.
    init?(_ line: UnsafeRawBufferPointer) {
        guard let space = unsafe line.firstIndex(of: 0x20), space > 5,
            let version = unsafe Self.version(UnsafeRawBufferPointer(rebasing: line[5..<space]))
        else { return nil }
        var start = space
        while start < line.count, unsafe line[start] == 0x20 { start += 1 }
        guard start + 3 <= line.count, let code = unsafe Self.code(line, at: start) else { return nil }
        let rest = unsafe line[(start + 3)...]
        guard unsafe rest.first.map(\.isOptionalWhitespace) ?? true else { return nil }
        self.version = version
        status = HTTPResponse.Status(code: code, reasonPhrase: unsafe Self.phrase(rest))
    }

    private static func version(_ text: UnsafeRawBufferPointer) -> HTTPResponse.Version? {
        guard let major = unsafe text.first else { return nil }
        let isWhole = text.count == 1
        guard unsafe isWhole || text.count == 3 && text[1] == UInt8(ascii: ".") else { return nil }
        let minor = unsafe isWhole ? UInt8(ascii: "0") : text[2]
        return switch (major, minor) {
        case (UInt8(ascii: "1"), UInt8(ascii: "0")) where !isWhole: .http1_0
        case (UInt8(ascii: "1"), UInt8(ascii: "1")): .http1_1
        case (UInt8(ascii: "2"), UInt8(ascii: "0")): .http2
        case (UInt8(ascii: "3"), UInt8(ascii: "0")): .http3
        default: nil
        }
    }

    /// Three digits, from 100.
    private static func code(_ line: UnsafeRawBufferPointer, at start: Int) -> Int? {
        var code = 0
        for index in start..<(start + 3) {
            let byte = unsafe line[index]
            guard byte.isASCIIDigit else { return nil }
            code = code * 10 + Int(byte - 0x30)
        }
        return code >= 100 ? code : nil
    }

    private static func phrase(_ rest: Slice<UnsafeRawBufferPointer>) -> String {
        // Nearly every response has this phrase, which needs no parsing.
        let start = unsafe rest.startIndex
        if unsafe rest.count == 3, unsafe rest[start + 1] == UInt8(ascii: "O"),
            unsafe rest[start + 2] == UInt8(ascii: "K")
        {
            return "OK"
        }
        return HTTPField.text(of: unsafe ArraySlice(rest).trimmingOptionalWhitespace())
    }
}
