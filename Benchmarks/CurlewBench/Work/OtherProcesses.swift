import Foundation

/// The processor time of processes other than this one and the server; Linux only.
struct OtherProcesses {
    // The kernel's clock for these counts, USER_HZ, is 100 on every Linux.
    private static let ticksPerSecond = 100.0

    /// Seconds since the machine's start.
    private let seconds: Double

    /// Takes the counts now; without the server's identifier, its time counts as that of others.
    init(server: Int?) {
        let all = Self.ticks(in: "/proc/stat", after: "cpu ", fields: 0..<3)
        // After the name in parentheses, which may contain blanks: user and system time are fields 11 and 12.
        let served = server.map { Self.ticks(in: "/proc/\($0)/stat", after: ") ", fields: 11..<13) } ?? 0
        seconds = (all - served) / Self.ticksPerSecond - Usage.now.cpu
    }

    func seconds(until later: OtherProcesses) -> Double { max(0, later.seconds - seconds) }

    private static func ticks(in path: String, after start: String, fields: Range<Int>) -> Double {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8),
            let range = text.range(of: start)
        else { return 0 }
        let numbers = text[range.upperBound...].split(
            maxSplits: fields.upperBound, whereSeparator: \.isWhitespace)
        guard numbers.count > fields.upperBound else { return 0 }
        return numbers[fields].compactMap { Double($0) }.reduce(0, +)
    }
}
