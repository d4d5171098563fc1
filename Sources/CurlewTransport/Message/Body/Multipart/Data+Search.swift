#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Data {
    /// Whether the text stands somewhere in the bytes.
    ///
    /// Horspool's search: the byte under the text's last place says how far the text can move on, mostly its whole length.
    func contains(_ text: String) -> Bool {
        let pattern = Array(text.utf8)
        guard let last = pattern.indices.last, count >= pattern.count else { return pattern.isEmpty }
        var steps = Array(repeating: pattern.count, count: 256)
        for (place, byte) in pattern.dropLast().enumerated() { steps[Int(byte)] = last - place }
        var position = startIndex
        while position <= endIndex - pattern.count {
            if self[position..<position + pattern.count].elementsEqual(pattern) { return true }
            position += steps[Int(self[position + last])]
        }
        return false
    }
}
