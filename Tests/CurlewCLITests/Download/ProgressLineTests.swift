import Curlew
import Testing

@testable import CurlewCLI

struct ProgressLineTests {
    private static let mebibyte: Int64 = 1 << 20

    private func line(_ progress: TransferProgress, name: String = "file.iso", width: Int = 80) -> String {
        var line = ProgressLine(count: 1)
        _ = line.add(progress, of: name, at: 0)
        return line.text(width: width)
    }

    @Test func showsPartBarBytesRateAndTimeLeft() {
        let half = TransferProgress(
            completed: 100 * Self.mebibyte, total: 200 * Self.mebibyte, rate: Double(20 * Self.mebibyte))
        #expect(
            line(half, width: 92)
                == "file.iso   50 %  [###########-----------]  100.0 MiB of 200.0 MiB  20.0 MiB/s  00:05 left"
        )
        #expect(
            line(TransferProgress(completed: 0, total: 1024), width: 62)
                == "file.iso    0 %  [------------------------]  0 B of 1.0 KiB")
        #expect(
            line(TransferProgress(completed: 1024, total: 1024, rate: 1024), width: 62)
                == "file.iso  100 %  [####################]  1.0 KiB of 1.0 KiB")
    }

    @Test func showsNoPartOfAnUnknownTotal() {
        #expect(line(TransferProgress(completed: 2048, rate: 512)) == "file.iso  2.0 KiB  512 B/s")
    }

    @Test func saysThatTheBytesOfAnEarlierRunAreVerified() {
        var line = ProgressLine(count: 1)
        let half = TransferProgress(completed: 512, total: 1024, phase: .verifying)
        #expect(line.add(half, of: "file.iso", at: 0) == nil)
        #expect(
            line.text(width: 70) == "file.iso   50 %  [#########----------]  512 B of 1.0 KiB  verifying")
        #expect(line.add(TransferProgress(completed: 512, total: 1024), of: "file.iso", at: 0) == nil)
        #expect(line.add(TransferProgress(completed: 512, total: 1024), of: "file.iso", at: 0) == 512)
        #expect(!line.text(width: 70).contains("verifying"))
    }

    @Test(arguments: 1...120) func fitsTheTerminal(width: Int) {
        let progress = TransferProgress(completed: 5, total: 1 << 50, rate: 3)
        let text = line(progress, name: String(repeating: "n", count: 100), width: width)
        #expect(text.count <= max(0, width - 3))
    }

    @Test func addsUpSeveralDownloads() {
        var line = ProgressLine(count: 3)
        _ = line.add(TransferProgress(completed: 1024, total: 1024, rate: 9), of: "a", at: 0)
        _ = line.add(TransferProgress(completed: 1024, total: 2048, rate: 512), of: "b", at: 1)
        #expect(line.text(width: 80) == "1 of 3 files  2.0 KiB  512 B/s")
        _ = line.add(TransferProgress(completed: 0, total: 1024, rate: 512), of: "c", at: 2)
        #expect(line.text(width: 72) == "1 of 3 files   50 %  2.0 KiB of 4.0 KiB  1.0 KiB/s  00:02 left")
    }

    @Test func aDownloadThatEndedKeepsNoTotalBack() {
        var line = ProgressLine(count: 4)
        _ = line.add(TransferProgress(completed: 1024, total: 2048, rate: 512), of: "a", at: 0)
        // Failed before its response, kept as it was, and interrupted.
        _ = line.add(TransferProgress(completed: 0), of: "b", at: 1)
        _ = line.add(TransferProgress(completed: 1024, total: 9999, rate: 512), of: "d", at: 3)
        #expect(line.text(width: 80) == "0 of 4 files  2.0 KiB  1.0 KiB/s")
        for index in 1...3 { line.ended(at: index) }
        #expect(line.text(width: 71) == "0 of 4 files   66 %  2.0 KiB of 3.0 KiB  512 B/s  00:02 left")
    }

    @Test func resumesOnlyOnceAResponseConfirmsIt() {
        var line = ProgressLine(count: 3)
        let reports: [(index: Int, completed: Int64, start: Int64?)] = [
            (0, 100, nil), (1, 100, nil), (2, 0, nil), (0, 100, 100), (0, 101, nil), (1, 0, nil),
            (1, 200, nil), (2, 5, nil),
        ]
        for report in reports {
            let start = line.add(TransferProgress(completed: report.completed), of: "a", at: report.index)
            #expect(start == report.start)
        }
    }

    @Test func sumsThatAreTooLargeAreTheLargestNumber() {
        var line = ProgressLine(count: 2)
        for index in 0..<2 {
            _ = line.add(TransferProgress(completed: .max - 1, total: .max, rate: 1), of: "a", at: index)
        }
        #expect(line.text(width: 120).contains("8388608.0 TiB of 8388608.0 TiB"))
    }

    @Test(arguments: [
        (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1_048_575, "1.0 MiB"), (1_073_741_824, "1.0 GiB"),
        (Int64.max, "8388608.0 TiB"),
    ]) func bytesAreShort(count: Int64, text: String) {
        #expect(ByteCount.text(count) == text)
    }
}
