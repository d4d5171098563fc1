/// The `application/x-www-form-urlencoded` serializer (WHATWG URL §5.2).
enum FormEncoding {
    static func encode(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { PercentEncoding.encode($0, keeping: isKept) }
            .joined(separator: "+")
    }

    private static func isKept(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "*") || byte.isUnreserved && byte != UInt8(ascii: "~")
    }
}
