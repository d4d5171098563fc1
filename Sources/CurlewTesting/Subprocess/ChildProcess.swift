#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A started program and the pipe that it writes to.
struct ChildProcess: Sendable {
    private let processID: pid_t
    private let output: Int32

    /// Starts a program without standard input.
    init(_ command: [String], environment: [String: String]) throws(Subprocess.StartError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw Subprocess.StartError(errno: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        do throws(Subprocess.StartError) {
            processID = try Self.spawn(command, Self.variables(environment), output: ends[1])
        } catch {
            close(ends[0])
            throw error
        }
        output = ends[0]
    }

    /// Waits for the program to end and reads its output; kills it when the deadline passes.
    ///
    /// Blocks; call it once.
    func outcome(by deadline: ContinuousClock.Instant) -> Subprocess.Outcome {
        defer { close(output) }
        var text: [UInt8] = []
        var status: Int32 = 0
        var isKilled = false
        var isAtEnd = false
        var waited: pid_t = 0
        while true {
            waited = unsafe waitpid(processID, &status, WNOHANG)
            guard waited == 0 || waited < 0 && errno == EINTR else { break }
            if !isKilled, ContinuousClock.now >= deadline {
                isKilled = kill(processID, SIGKILL) == 0
            }
            isAtEnd = readSome(into: &text, unless: isAtEnd)
        }
        while !isAtEnd, hasInput(within: 0) { isAtEnd = readSome(into: &text, unless: isAtEnd) }
        return Subprocess.Outcome(
            // If the child cannot be waited for, its end is unknown: not a success.
            ending: isKilled ? .killed : waited < 0 ? .exited(-1) : Self.ending(status),
            output: String(decoding: text, as: UTF8.self))
    }

    /// Waits a moment for more output; returns whether the pipe is at its end.
    private func readSome(into text: inout [UInt8], unless isAtEnd: Bool) -> Bool {
        guard !isAtEnd else {
            _ = poll(nil, 0, Self.moment)
            return true
        }
        guard hasInput(within: Self.moment) else { return false }
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        let count = unsafe read(output, &buffer, buffer.count)
        if count > 0, text.count < Self.longestText { text += buffer.prefix(count) }
        return count <= 0
    }

    private func hasInput(within milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&entry, 1, milliseconds) > 0
    }

    private static let moment: Int32 = 5
    private static let longestText = 1 << 20

    /// The macros of <sys/wait.h>, which are not imported.
    private static func ending(_ status: Int32) -> Subprocess.Ending {
        let signal = status & 0x7f
        return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    }
}

// Starting.
extension ChildProcess {
    private static func spawn(
        _ command: [String], _ variables: [String], output: Int32
    ) throws(Subprocess.StartError) -> pid_t {
        var actions = unsafe noActions
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        var processID: pid_t = 0
        let result = unsafe withStrings(command) { arguments in
            unsafe withStrings(variables) { environment in
                unsafe posix_spawn(&processID, command[0], &actions, nil, arguments, environment)
            }
        }
        guard result == 0 else { throw Subprocess.StartError(errno: result) }
        return processID
    }

    #if canImport(Darwin)
        private static var noActions: posix_spawn_file_actions_t? { nil }
    #else
        private static var noActions: posix_spawn_file_actions_t { unsafe posix_spawn_file_actions_t() }
    #endif

    /// This process's environment with the changes; a trap prints no backtrace, which would take seconds.
    private static func variables(_ changes: [String: String]) -> [String] {
        var variables = ProcessInfo.processInfo.environment
        variables["SWIFT_BACKTRACE"] = "enable=no"
        variables.merge(changes) { _, new in new }
        return variables.compactMap { $0.value.isEmpty ? nil : "\($0.key)=\($0.value)" }
    }

    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        var copies = unsafe texts.map { unsafe strdup($0) }
        unsafe copies.append(nil)
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies)
    }
}
