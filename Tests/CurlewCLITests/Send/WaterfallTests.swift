import Curlew
import Testing

@testable import CurlewCLI

struct WaterfallTests {
    @Test func showsPhasesOneAfterTheOther() {
        var metrics = TransferMetrics()
        metrics.nameLookup = .milliseconds(10)
        metrics.connect = .milliseconds(10)
        metrics.tls = .milliseconds(20)
        metrics.firstByte = .milliseconds(60)
        metrics.total = .milliseconds(80)
        let text = Waterfall(metrics, elapsed: .seconds(1)).text
        #expect(
            text
                == """
                  name lookup      10.0 ms  |=====                                   |
                  connect          10.0 ms  |     =====                              |
                  tls              20.0 ms  |          ==========                    |
                  waiting          20.0 ms  |                    ==========          |
                  receiving        20.0 ms  |                              ==========|
                  total            80.0 ms
                """.split(separator: "\n").map { "  " + $0.drop { $0 == " " } }.joined(separator: "\n"))
    }

    @Test func isTheTotalWhereNothingElseIsKnown() {
        #expect(Waterfall(TransferMetrics(), elapsed: .milliseconds(5)).text == "  total             5.0 ms")
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(1000)])
    func staysWithinItsWidth(connect: Duration) {
        var metrics = TransferMetrics()
        (metrics.connect, metrics.firstByte, metrics.total) = (connect, .zero, .zero)
        let lines = Waterfall(metrics, elapsed: .zero).text.split(separator: "\n").filter {
            $0.hasSuffix("|")
        }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count == 70 })
    }
}
