import Curlew

/// Runs checks on transports and judges what comes of them.
package struct ConformanceRunner: Sendable {
    private let deviations: [ConformanceDeviation]
    private let hangLimit: Duration

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - deviations: what transports are known to do otherwise.
    ///   - hangLimit: after this time a check counts as hung and is left behind.
    package init(
        deviations: [ConformanceDeviation] = ConformanceDeviation.known, hangLimit: Duration = .seconds(30)
    ) {
        self.deviations = deviations
        self.hangLimit = hangLimit
    }

    /// Runs one check on one transport.
    package func outcome(
        of check: ConformanceCheck, on subject: ConformanceSubject
    ) async -> ConformanceOutcome {
        let known = deviations.first { $0.concerns(check, subject) }
        if let known, case .endsProcess = known.effect, subject.command == nil {
            return .deviation(known.reason)
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
        case (.endedProcess, .endsProcess): .deviation(known.reason)
        case (.failed(let failure), .failure(let text)) where failure.description.contains(text):
            .deviation(known.reason)
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

/// What came of a check.
package enum ConformanceOutcome: Sendable {
    /// The right outcome.
    case pass
    /// Another outcome, for a reason that is known.
    case deviation(String)
    /// A wrong outcome.
    case fail(ConformanceFailure)
}
