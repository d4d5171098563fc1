/// Bytes that differ from one seed to the next.
enum Pattern {
    static func bytes(_ count: Int, seed: UInt8) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251) &+ seed }
    }
}
