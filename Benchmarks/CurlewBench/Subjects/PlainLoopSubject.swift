import Foundation
import PlainLoop

/// A plain C loop over curl_multi, on one thread.
struct PlainLoopSubject: Subject {
    let name: String
    let kind: plain_loop_kind

    func run(_ work: Work) async -> Tally {
        var result = unsafe plain_loop_result()
        defer { unsafe plain_loop_result_free(&result) }
        guard unsafe run(work, &result) == 0 else { return .failed(work.total) }
        let latencies = unsafe UnsafeBufferPointer(
            start: result.latencies, count: result.succeeded + result.failed)
        return unsafe Tally(latencies: Array(latencies), failures: result.failed)
    }

    private func run(_ work: Work, _ result: inout plain_loop_result) -> Int32 {
        let target = work.kind == .file ? Work.filePath() : nil
        defer { if let target { try? FileManager.default.removeItem(atPath: target) } }
        return unsafe work.url.withCString { url in
            unsafe withOptionalCString(target) { target in
                unsafe withOptionalCString(work.source) { source in
                    var wanted = unsafe plain_loop_work(
                        url: url, total: work.total, concurrency: work.concurrency, length: work.length,
                        is_streamed: work.kind == .stream, target: target, upload_length: work.uploadLength,
                        source: source)
                    return unsafe plain_loop_run(&wanted, kind, &result)
                }
            }
        }
    }

    private func withOptionalCString(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Int32) -> Int32 {
        guard let text else { return body(nil) }
        return unsafe text.withCString { unsafe body($0) }
    }
}
