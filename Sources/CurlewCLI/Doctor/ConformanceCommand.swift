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
import CurlewConformance
import ShippedTransports

/// Runs the conformance suite on the transports of this machine.
struct ConformanceCommand {
    let transports: [TransportChoice]
    let options: DoctorOptions.Conformance
    let printsJSON: Bool

    @concurrent
    func run() async -> ExitCode {
        Self.removeProxies()
        if let name = options.check { return await run(checkNamed: name) }
        let checks = ConformanceCase.all.flatMap(\.checks).filter { check in
            options.filter.map { check.name.contains($0) } ?? true
        }
        guard !checks.isEmpty else { return wrongName("no check has this text in its name") }
        return await StandardStreams.exitCode {
            try checkFolder()
            let report = await report(of: checks)
            // The run took minutes: print and save whatever can still be printed and saved.
            let printing = StandardStreams.print(printsJSON ? try report.json() : report.text)
            try save(report)
            guard printing == .success else { return printing }
            return report.isClean ? .success : .checkFailed
        }
    }

    private func report(of checks: [ConformanceCheck]) async -> ConformanceReport {
        let isShown = StandardStreams.isErrorATerminal
        let report = await ConformanceRunner(deviations: ConformanceDeviation.known).report(
            on: subjects, checks: checks
        ) { subject, check in
            if isShown { StandardStreams.draw("\r\u{1B}[K\(subject.name) · \(check.name)") }
        }
        if isShown { StandardStreams.draw("\r\u{1B}[K") }
        return report
    }

    /// Throws `.fileFailed` if the folder cannot take the report, before the checks run.
    private func checkFolder() throws(NetworkError) {
        guard let folder = options.folder, unsafe access("\(folder)/.", W_OK | X_OK) != 0 else { return }
        throw .fileFailed("write to", path: folder, errno: errno)
    }

    private func save(_ report: ConformanceReport) throws {
        guard let path = options.folder else { return }
        // Foundation resolves `..` and `~` differently from the system.
        guard let real = unsafe realpath(path, nil) else {
            throw NetworkError.fileFailed("write to", path: path, errno: errno)
        }
        defer { unsafe free(real) }
        let folder = unsafe String(cString: real)
        try Self.write(report.markdown, to: "\(folder)/conformance.md")
        try Self.write("\(try report.json())\n", to: "\(folder)/conformance.json")
    }

    private static func write(_ text: String, to path: String) throws(NetworkError) {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            let reason = (error as? CocoaError)?.underlying as? POSIXError
            throw .fileFailed("write", path: path, errno: reason?.code.rawValue ?? EIO)
        }
    }

    /// Runs a check that may end or block the process; the suite runs it in another process.
    private func run(checkNamed name: String) async -> ExitCode {
        guard let check = ConformanceCase.all.flatMap(\.checks).first(where: { $0.name == name }) else {
            return wrongName("no check has this name")
        }
        do throws(ConformanceFailure) {
            for subject in subjects { try await check.run(on: subject) }
            return .success
        } catch {
            _ = StandardStreams.print(error.description)
            return .checkFailed
        }
    }

    private var subjects: [ConformanceSubject] { transports.map { $0.subject(program: programPath) } }

    private func wrongName(_ message: String) -> ExitCode {
        StandardStreams.writeError("curlew: \(message)")
        return .wrongUsage
    }

    /// URLSession reads these variables by itself.
    private static func removeProxies() {
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            _ = unsafe unsetenv(name)
            _ = unsafe unsetenv(name.uppercased())
        }
    }
}

#if os(Linux)
    /// The path of this program.
    private let programPath = "/proc/self/exe"
#else
    /// The path of this program, as it was called.
    private let programPath = CommandLine.arguments[0]
#endif
