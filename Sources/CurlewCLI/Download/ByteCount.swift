/// Numbers of bytes as readable text.
enum ByteCount {
    /// In bytes, or in KiB to TiB with one decimal place.
    static func text(_ count: Int64) -> String {
        guard count >= 1024 else { return "\(count) B" }
        var value = Double(count) / 1024
        var unit = 0
        while value >= 1023.95, unit < 3 {
            value /= 1024
            unit += 1
        }
        let rounded = Int64((value * 10).rounded())
        return "\(rounded / 10).\(rounded % 10) \(["KiB", "MiB", "GiB", "TiB"][unit])"
    }
}
