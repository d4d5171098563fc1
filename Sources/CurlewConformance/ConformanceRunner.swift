import Curlew
import CurlewTesting

/// Runs checks on transports and judges the outcomes.
public struct ConformanceRunner: Sendable {
    private let deviations: [ConformanceDeviation]
    private let hangLimit: Duration

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - deviations: the known deviations; one that has disappeared is a failure.
    ///   - hangLimit: the time after which a check counts as hung and is abandoned.
    public init(deviations: [ConformanceDeviation] = [], hangLimit: Duration = .seconds(30)) {
        self.deviations = deviations
        self.hangLimit = hangLimit
    }

    /// The checks named by deviations that do not exist; they are failures in a report.
    public var unknownChecks: [String] { deviations.flatMap(\.unknownChecks) }

    /// Runs checks on transports, one after the other.
    ///
    /// - Parameters:
    ///   - subjects: the transports.
    ///   - checks: the checks; by default all.
    ///   - willRun: called before each check runs.
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
    /// A check of a feature that the transport declares unsupported runs too: it deviates for the declared reason, and
    /// fails if it passes.
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
                ? .fail(Self.unneeded("a feature declared unsupported works"))
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
        ConformanceFailure(expected: "that the recorded deviation still occurs", observed: observed)
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
                        expected: "that the process survives", observed: "signal \(signal): \(outcome.output)"
                    ))
            }
        } catch {
            return .failed(ConformanceFailure(expected: "a process", observed: "error \(error.errno)"))
        }
    }

    private var hung: ConformanceFailure {
        ConformanceFailure(
            expected: "that the check ends", observed: "still running after \(hangLimit.shortText)")
    }

    /// The result of one run of a check.
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
