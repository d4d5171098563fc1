import CurlewTesting
import Foundation

/// Runs one conformance check on one transport, for checks that may end or block the process.
///
///     curlew-conformance urlsession 'B3 · half a head'
///
/// Prints what is wrong and ends with 1 when the check fails.
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let checks = ConformanceCase.all.flatMap(\.checks)
        guard arguments.count == 2,
            let subject = ConformanceSubject.both.first(where: { $0.name == arguments[0] }),
            let check = checks.first(where: { $0.name == arguments[1] })
        else {
            print("usage: curlew-conformance TRANSPORT CHECK")
            exit(2)
        }
        exit(await status(of: check, on: subject))
    }

    @concurrent
    private static func status(of check: ConformanceCheck, on subject: ConformanceSubject) async -> Int32 {
        do throws(ConformanceFailure) {
            try await check.run(on: subject)
            return 0
        } catch {
            print(error)
            return 1
        }
    }
}
