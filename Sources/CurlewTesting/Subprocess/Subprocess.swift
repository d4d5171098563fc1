#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs a program in a process of its own, under a watchdog, for code that may end or block the whole process.
package enum Subprocess {
    /// How a program ended, and what it wrote.
    package struct Outcome: Sendable {
        /// How it ended.
        package let ending: Ending
        /// Standard output and standard error, in the order written; output beyond 1 MiB is dropped.
        package let output: String
    }

    /// How a program ended.
    package enum Ending: Sendable, Hashable {
        /// It exited with this status.
        case exited(Int32)
        /// A signal such as that of a trap ended it.
        case signalled(Int32)
        /// The watchdog killed it.
        case killed
    }

    /// No process could be started: the system's error number.
    package struct StartError: Error {
        package let errno: Int32
    }

    /// Runs a program to its end; kills it if it takes longer than `limit`.
    ///
    /// - Parameters:
    ///   - command: the program's path, and its arguments.
    ///   - environment: variables added to those of this process or replacing them; an empty value removes one.
    ///   - limit: how long it may run.
    /// - Throws: `StartError`.
    package static func run(
        _ command: [String], environment: [String: String] = [:], within limit: Duration
    ) async throws(StartError) -> Outcome {
        let child = try ChildProcess(command, environment: environment)
        return await withCheckedContinuation { continuation in
            let isWatched = PosixThread.start {
                continuation.resume(returning: child.outcome(by: .now + limit))
            }
            if !isWatched { continuation.resume(returning: child.outcome(by: .now)) }
        }
    }

    /// Whether a program can get mounts of its own: on Linux, as a superuser who may mount; often not in a container.
    package static let canMount: Bool = {
        #if os(Linux)
            let program = "/bin/true"
            let trial = try? ChildProcess(command([program], seeing: program, as: program), environment: [:])
            return trial?.outcome(by: .now + .seconds(10)).ending == .exited(0)
        #else
            return false
        #endif
    }()

    /// The same command with one file in place of another, for that command only; needs `canMount`.
    package static func command(_ command: [String], seeing file: String, as path: String) -> [String] {
        ["/usr/bin/env", "unshare", "--mount", "sh", "-ec", #"mount --bind "$1" "$2"; shift 2; exec "$@""#]
            + ["sh", file, path] + command
    }
}
