import Foundation
import PlainLoop

/// A plain C loop over curl_multi, on one thread.
struct PlainLoopSubject: Subject {
    let name: String
    let kind: plain_loop_kind

    private func run(_ work: Work, _ result: inout plain_loop_result) -> Int32 {
        guard work.isStreamed else {
            return unsafe plain_loop_get(work.url, work.length, work.total, work.concurrency, kind, &result)
        }
        guard work.isFile else { return unsafe plain_loop_download(work.url, work.length, kind, &result) }
        let path = Work.filePath()
        defer { try? FileManager.default.removeItem(atPath: path) }
        return unsafe plain_loop_download_file(work.url, work.length, path, kind, &result)
    }

    func run(_ work: Work) async -> Tally {
        var result = unsafe plain_loop_result()
        defer { unsafe plain_loop_result_free(&result) }
        guard unsafe run(work, &result) == 0 else { return .failed(work.total) }
        let latencies = unsafe UnsafeBufferPointer(
            start: result.latencies, count: result.succeeded + result.failed)
        return unsafe Tally(latencies: Array(latencies), failures: result.failed)
    }
}
