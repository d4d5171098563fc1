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
        if let known, case .endsProcess = known.effect { return .deviation(known.reason) }
        let failure = await failure(of: check, on: subject)
        if let reason = check.needs.compactMap({ subject.capabilities.unsupported[$0] }).first {
            return failure == nil
                ? .fail(Self.unneeded("what the transport declares as unsupported works"))
                : .deviation(reason)
        }
        if let known { return judge(failure, known) }
        return failure.map { .fail($0) } ?? .pass
    }

    private func judge(
        _ failure: ConformanceFailure?, _ known: ConformanceDeviation
    ) -> ConformanceOutcome {
        guard let failure else { return .fail(Self.unneeded("a recorded deviation has disappeared")) }
        guard case .failure(let text) = known.effect, failure.description.contains(text) else {
            return .fail(failure)
        }
        return .deviation(known.reason)
    }

    private static func unneeded(_ observed: String) -> ConformanceFailure {
        ConformanceFailure(expected: "that what is written down still holds", observed: observed)
    }

    private func failure(
        of check: ConformanceCheck, on subject: ConformanceSubject
    ) async -> ConformanceFailure? {
        let hung = ConformanceFailure(
            expected: "an end", observed: "still running after \(hangLimit.shortText)")
        return await Watchdog.value(within: hangLimit, otherwise: hung) {
            do throws(ConformanceFailure) {
                try await check.run(on: subject)
                return nil
            } catch {
                return error
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
