import Foundation

/// The kernel's figures of this process; Linux only.
enum ProcessStatus {
    struct Unreadable: Error {
        let path: String
    }

    /// Bytes of memory that are resident now.
    static func residentBytes() throws -> Int { try number("VmRSS") << 10 }

    /// The most bytes of memory resident at the same time since `forgetPeak`.
    static func peakResidentBytes() throws -> Int { try number("VmHWM") << 10 }

    /// Resets the peak to the memory that is resident now.
    static func forgetPeak() throws {
        let path = "/proc/self/clear_refs"
        guard let file = FileHandle(forWritingAtPath: path) else { throw Unreadable(path: path) }
        try file.write(contentsOf: Data("5".utf8))
        try file.close()
    }

    static func threadCount() throws -> Int { try number("Threads") }

    static func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// The number in the line of that name; memory is in KiB.
    private static func number(_ name: String) throws -> Int {
        let path = "/proc/self/status"
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("\(name):") }),
            let number = Int(line.split(whereSeparator: \.isWhitespace)[1])
        else { throw Unreadable(path: path) }
        return number
    }
}
