import Curlew
import Testing

@testable import CurlewCLI

struct ExitCodeTests {
    @Test func everyErrorHasAUniqueNumber() {
        let codes = ExitCode.errors.map(\.code)
        #expect(Set(codes) == Set(NetworkError.Code.allCases))
        #expect(Set(ExitCode.errors.map(\.number)).count == codes.count)
    }

    @Test func noErrorHasTheNumberOfAnotherExitCode() {
        let others: [ExitCode] = [.success, .checkFailed, .wrongUsage, .cannotWriteOutput, .cannotListen]
        #expect(ExitCode.errors.allSatisfy { !others.contains(ExitCode($0.code)) })
    }

    @Test func theNumbersAreThoseOfCurl() {
        #expect(ExitCode(.invalidURL).rawValue == 3)
        #expect(ExitCode(.cannotResolve).rawValue == 6)
        #expect(ExitCode(.cannotConnect).rawValue == 7)
        #expect(ExitCode(.unacceptableStatus) == .unacceptableStatus)
        #expect(ExitCode(.timedOut).rawValue == 28)
        #expect(ExitCode(.tlsFailed).rawValue == 35)
    }
}
