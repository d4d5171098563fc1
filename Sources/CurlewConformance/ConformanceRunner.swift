import Curlew
import CurlewTesting

/// Runs checks on transports and judges what comes of them.
public struct ConformanceRunner: Sendable {
    private let deviations: [ConformanceDeviation]
    private let hangLimit: Duration

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - deviations: what transports are known to do otherwise; one that has disappeared is a fail.
    ///   - hangLimit: after this time a check counts as hung and is left behind.
    public init(deviations: [ConformanceDeviation] = [], hangLimit: Duration = .seconds(30)) {
        self.deviations = deviations
        self.hangLimit = hangLimit
    }

    /// The checks that deviations speak of and that do not exist; they are fails in a report.
    public var unknownChecks: [String] { deviations.flatMap(\.unknownChecks) }

    /// Runs checks on transports, one after the other.
    ///
    /// - Parameters:
    ///   - subjects: the transports.
    ///   - checks: the checks; by default all.
    ///   - willRun: told of each check before it runs.
    public func report(
        on subjects: [ConformanceSubject], checks: [ConformanceCheck] = ConformanceCase.all.flatMap(\.checks),
        willRun: (ConformanceSubject, ConformanceCheck) -> Void = { _, _ in }
    ) async -> ConformanceReport {
        var report = ConformanceReport(subjects, unknownChecks: unknownChecks)
        for subject in subjects {
            for check in checks {
                willRun(subject, check)
                report.append(await outcome(of: check, on: subject), of: check, on: subject)
            }
        }
        return report
    }

    /// Runs one check on one transport.
    ///
    /// A check of what the transport declares that it cannot do runs too: it deviates with the declared reason, and fails
    /// when it passes.
    public func outcome(
        of check: ConformanceCheck, on subject: ConformanceSubject
    ) async -> ConformanceOutcome {
        let known = deviations.first { $0.concerns(check, subject) }
        if let known, case .endsProcess = known.effect, subject.command == nil {
            return .deviation(known.explanation)
        }
        let observation = await observation(of: check, on: subject)
        if let known { return judge(observation, known) }
        if let reason = check.needs.compactMap({ subject.capabilities.unsupported[$0] }).first {
            return observation.failure == nil
                ? .fail(Self.unneeded("what the transport declares as unsupported works"))
                : .deviation(reason)
        }
        return observation.failure.map { .fail($0) } ?? .pass
    }

    private func judge(_ observation: Observation, _ known: ConformanceDeviation) -> ConformanceOutcome {
        switch (observation, known.effect) {
        case (.passed, _): .fail(Self.unneeded("a recorded deviation has disappeared"))
        case (.endedProcess, .endsProcess): .deviation(known.explanation)
        case (.failed(let failure), .failure(let text)) where failure.description.contains(text):
            .deviation(known.explanation)
        case (.failed(let failure), _), (.endedProcess(let failure), _): .fail(failure)
        }
    }

    private static func unneeded(_ observed: String) -> ConformanceFailure {
        ConformanceFailure(expected: "that what is written down still holds", observed: observed)
    }

    private func observation(
        of check: ConformanceCheck, on subject: ConformanceSubject
    ) async -> Observation {
        if check.runsInSubprocess, let command = subject.command?(check) {
            return await observation(ofRunning: command)
        }
        return await Watchdog.value(within: hangLimit, otherwise: .failed(hung)) {
            do throws(ConformanceFailure) {
                try await check.run(on: subject)
                return .passed
            } catch {
                return .failed(error)
            }
        }
    }

    private func observation(ofRunning command: [String]) async -> Observation {
        do throws(Subprocess.StartError) {
            let outcome = try await Subprocess.run(command, within: hangLimit)
            return switch outcome.ending {
            case .exited(0): .passed
            case .exited: .failed(ConformanceFailure(expected: "a pass", observed: outcome.output))
            case .killed: .failed(hung)
            case .signalled(let signal):
                .endedProcess(
                    ConformanceFailure(
                        expected: "no end of the process", observed: "signal \(signal): \(outcome.output)"))
            }
        } catch {
            return .failed(ConformanceFailure(expected: "a process", observed: "error \(error.errno)"))
        }
    }

    private var hung: ConformanceFailure {
        ConformanceFailure(expected: "an end", observed: "still running after \(hangLimit.shortText)")
    }

    /// What a check has shown.
    private enum Observation: Sendable {
        case passed
        case failed(ConformanceFailure)
        case endedProcess(ConformanceFailure)

        var failure: ConformanceFailure? {
            switch self {
            case .passed: nil
            case .failed(let failure), .endedProcess(let failure): failure
            }
        }
    }
}
