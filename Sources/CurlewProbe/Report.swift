#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

import Curlew

/// Prints outcomes: each one as it arrives as a line of JSON, or all of them at the end as a table.
actor Report {
    enum Format: String {
        case table, json
    }

    private let format: Format
    private var lines: [Line] = []
    private var hasFailures = false
    private var isOutputLost = false

    init(format: Format) {
        self.format = format
    }

    /// Takes an outcome; false if the output is lost, so that more checks would be useless.
    func add(_ outcome: Probe.Outcome) -> Bool {
        hasFailures = hasFailures || outcome.error != nil
        let line = Line(outcome)
        switch format {
        case .table: lines.append(line)
        case .json: write(line.json)
        }
        return !isOutputLost
    }

    /// Prints the remaining outcomes; returns the exit status: 0, 1 if a URL failed or the report is incomplete, 23 if
    /// the output was lost.
    func finish(isComplete: Bool) -> Int32 {
        if format == .table { write(Self.table(lines)) }
        if isOutputLost { return 23 }
        return hasFailures || !isComplete ? 1 : 0
    }

    /// Writes a line at once; `print` would buffer it if the output is a pipe.
    private func write(_ text: String) {
        var rest = Array("\(text)\n".utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            let failure = count < 0 ? errno : 0
            rest = rest.dropFirst(max(count, 0))
            switch failure {
            case 0, EINTR: break
            case EAGAIN: Self.waitUntilWritable()
            default:
                isOutputLost = true
                return
            }
        }
    }

    /// A process that shares the output may have made it nonblocking.
    private static func waitUntilWritable() {
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
    }

    static func table(_ lines: [Line]) -> String {
        let rows =
            [["status", "ms", "error", "url"]]
            + lines.map { [$0.status.map { "\($0)" } ?? "–", "\($0.milliseconds)", $0.error ?? "–", $0.url] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 } + [0]
        return rows.map { cells in
            zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: max(0, width - cell.count))
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// The printed form of one outcome.
    struct Line: Encodable {
        let url: String
        let status: Int?
        let milliseconds: Double
        let error: String?

        init(_ outcome: Probe.Outcome) {
            url = RedactedURL.text(of: outcome.url)
            status = outcome.status
            milliseconds = (outcome.duration / .microseconds(100)).rounded() / 10
            error = outcome.error?.code.rawValue
        }

        var json: String {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let data = try? encoder.encode(self)
            return String(decoding: data ?? Data(), as: UTF8.self)
        }
    }
}

private let systemWrite = unsafe write
