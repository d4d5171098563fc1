import Curlew
import CurlewConformance
import CurlewTransport
import Foundation
import Testing

struct ConformanceRunnerTests {
    private let subject = ConformanceSubject("scripted", make: { _ in UnsupportingTransport() })
    private let passing = ConformanceCase("X", "", reference: "", [.check("a") { _ in }]).checks[0]
    private let failing = ConformanceCase(
        "X", "", reference: "",
        [.check("a") { _ in throw ConformanceFailure(expected: "this", observed: "that") }]
    ).checks[0]

    @Test("A check that returns passes")
    func pass() async {
        #expect(await kind(of: passing) == "pass")
    }

    @Test("A check that throws fails")
    func fail() async {
        #expect(await kind(of: failing) == "fail: expected this; observed that")
    }

    @Test("A check that hangs fails")
    func hang() async {
        let hanging = ConformanceCase(
            "X", "", reference: "", [.check("a") { _ in try await Task.sleep(for: .seconds(3600)) }]
        ).checks[0]
        let runner = ConformanceRunner(deviations: [], hangLimit: .milliseconds(20))
        guard case .fail = await runner.outcome(of: hanging, on: subject) else {
            Issue.record("not a fail")
            return
        }
    }

    @Test("A known deviation has its reason")
    func deviation() async {
        #expect(await kind(of: failing, [deviation("that")]) == "deviation: reason")
    }

    @Test("A known deviation with another effect fails")
    func otherDeviation() async {
        #expect(await kind(of: failing, [deviation("other")]) == "fail: expected this; observed that")
    }

    @Test("A known deviation that has disappeared fails")
    func disappearedDeviation() async {
        #expect(await kind(of: passing, [deviation("that")]).hasPrefix("fail: "))
    }

    @Test(
        "A deviation of some versions of libcurl is none of others",
        arguments: [("8.12.1", false), ("8.13.0", true), ("8.21.0", true), ("8.22.0", false), (nil, false)])
    func deviationOfVersions(version: String?, isKnown: Bool) async {
        let subject = ConformanceSubject("scripted", make: { _ in UnsupportingTransport(libcurl: version) })
        let runner = ConformanceRunner(deviations: [
            deviation("that").on(LibcurlVersionRange("8.13.0", "8.21.0"))
        ])
        let (failed, passed) = (
            await runner.outcome(of: failing, on: subject), await runner.outcome(of: passing, on: subject)
        )
        if case .deviation(let reason) = failed {
            #expect(isKnown && reason == "reason (libcurl 8.13.0–8.21.0)")
        } else {
            #expect(!isKnown && failed.isFail)
        }
        #expect(passed.isFail == isKnown, "a deviation that has disappeared fails")
    }

    @Test("A feature declared unsupported is a deviation, and fails once it works")
    func unsupportedFeature() async {
        let needy = ConformanceCase(
            "X", "", reference: "",
            [
                .check("a", needs: [.trailers]) { _ in throw NetworkError(.unsupported, "") },
                .check("b", needs: [.trailers]) { _ in },
            ]
        ).checks
        #expect(await kind(of: needy[0]) == "deviation: no trailers here")
        #expect(await kind(of: needy[1]).hasPrefix("fail: "))
    }

    @Test("A deviation of a check that does not exist fails the report")
    func unknownDeviation() async {
        let unknown = ConformanceDeviation(
            "query-encoding", ["no such input"], on: "scripted", .endsProcess, reason: "reason", reference: ""
        )
        let runner = ConformanceRunner(deviations: [unknown])
        #expect(runner.unknownChecks == ["query-encoding · no such input"])
        let report = await runner.report(on: [subject], checks: [passing])
        #expect(!report.isClean)
        #expect(report.text.contains("query-encoding · no such input"))
    }

    @Test("A report counts every outcome, and has the reason of each that is not a pass")
    func report() async throws {
        let checks = Array(ConformanceCase.all[0].checks.prefix(2))
        let deviating = ConformanceDeviation(
            checks[0].caseID, [checks[0].input], on: "scripted", .failure("nothing is sent"),
            reason: "a | reason", reference: "a reference")
        var names: [String] = []
        let report = await ConformanceRunner(deviations: [deviating]).report(on: [subject], checks: checks) {
            names.append("\($0.name) · \($1)")
        }
        #expect(names == checks.map { "scripted · \($0.name)" })
        #expect(!report.isClean)
        #expect(report.text.contains("scripted: 2 checks, 1 deviation, 1 FAIL"))
        #expect(report.markdown.contains("| scripted |  | 2 | 0 | 1 | 1 |"))
        #expect(report.markdown.contains("| a \\| reason (a reference) | \(checks[0].name) |"))
        let json = try JSONDecoder().decode(JSONValue.self, from: Data(report.json().utf8))
        #expect(json["transports"]?[0]?["totals"]?["deviation"]?.intValue == 1)
        #expect(json["cases"]?[0]?["checks"]?[0]?["reason"]?.stringValue == "a | reason (a reference)")
        #expect(json["cases"]?[0]?["checks"]?[1]?["outcome"]?.stringValue == "fail")
    }

    private func deviation(_ observed: String) -> ConformanceDeviation {
        ConformanceDeviation(
            "X", ["a"], on: "scripted", .failure(observed), reason: "reason", reference: "")
    }

    private func kind(of check: ConformanceCheck, _ deviations: [ConformanceDeviation] = []) async -> String {
        switch await ConformanceRunner(deviations: deviations).outcome(of: check, on: subject) {
        case .pass: "pass"
        case .deviation(let reason): "deviation: \(reason)"
        case .fail(let failure): "fail: \(failure)"
        }
    }
}

private struct UnsupportingTransport: Transport {
    var libcurl: String?

    var capabilities: TransportCapabilities {
        TransportCapabilities(
            transport: "scripted", layer: libcurl.map { .init(name: "libcurl", version: $0) },
            unsupported: [.trailers: "no trailers here"])
    }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        throw NetworkError(.unsupported, "nothing is sent")
    }
}
