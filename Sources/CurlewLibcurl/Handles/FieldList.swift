import CCurl
import Curlew

/// Owns the list of field lines that a transfer sends; curl reads it while the transfer runs.
@safe
struct FieldList: ~Copyable {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init() {}

    deinit {
        unsafe curl_slist_free_all(first)
    }

    /// Adds the line of a field; curl wants `Name;` for an empty value.
    mutating func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) -> Bool {
        var line: [UInt8] = []
        line.reserveCapacity(name.count + value.count + 3)
        line += name
        if value.isEmpty {
            line.append(UInt8(ascii: ";"))
        } else {
            line += [UInt8(ascii: ":"), UInt8(ascii: " ")]
            line += value
        }
        line.append(0)
        return unsafe line.withUnsafeBytes { bytes in
            guard let text = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
                return false
            }
            return unsafe appendLine(text)
        }
    }

    /// Keeps curl from sending a field of its own accord; false without memory.
    mutating func suppress(_ name: String) -> Bool {
        unsafe "\(name):".withCString { unsafe appendLine($0) }
    }

    private mutating func appendLine(_ line: UnsafePointer<CChar>) -> Bool {
        guard let longer = unsafe curl_slist_append(first, line) else { return false }
        unsafe first = longer
        return true
    }
}

extension FieldList {
    /// Asks for `100 Continue`, as the last field; false without memory.
    mutating func askToContinue() -> Bool {
        append(name: Array("Expect".utf8)[...], value: Array("100-continue".utf8)[...])
    }

    /// Leaves `Expect:` of the last field, which keeps curl from asking.
    ///
    /// curl repeats a request that was refused with 417 by itself, but it would send a field of ours again as it is.
    func askNoLonger() {
        var last = unsafe first
        while let next = unsafe last?.pointee.next { unsafe last = next }
        unsafe last?.pointee.data["Expect:".utf8.count] = 0
    }
}
