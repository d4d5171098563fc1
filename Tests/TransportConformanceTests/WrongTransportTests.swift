import Curlew
import CurlewConformance
import CurlewLibcurl
import Testing

/// The suite must catch a transport that breaks the contract, in the case for the broken rule.
@Suite("A wrong transport is caught when it", .serialized)
struct WrongTransportTests {
    @Test("follows redirects")
    func followsRedirects() async {
        await expectCaught("contract-exchange") { FollowingTransport(base: $0) }
    }

    @Test("forgets repeated fields", arguments: ["repeated-fields", "contract-fields-sent"])
    func forgetsRepeatedFields(caseID: String) async {
        await expectCaught(caseID) { ForgettingTransport(base: $0) }
    }

    @Test("reports a truncated body as success")
    func reportsTruncatedBody() async {
        await expectCaught("truncated-bodies") { TruncatingTransport(base: $0) }
    }

    @Test("leaves a cancelled transfer running")
    func leavesTransferRunning() async {
        await expectCaught("cancellation") { LeakingTransport(base: $0) }
    }

    private func expectCaught<Wrong: Transport>(
        _ caseID: String, _ wrap: @escaping @Sendable (LibcurlTransport) -> Wrong
    ) async {
        let subject = ConformanceSubject("wrong", make: { _ in wrap(LibcurlTransport()) })
        #expect(await failures(of: caseID, on: subject) > 0)
        #expect(await failures(of: "base-url-query", on: subject) == 0)
    }

    private func failures(of caseID: String, on subject: ConformanceSubject) async -> Int {
        var count = 0
        for check in ConformanceCase.all.first(where: { $0.id == caseID })?.checks ?? [] {
            if case .fail = await ConformanceRunner().outcome(of: check, on: subject) { count += 1 }
        }
        return count
    }
}
