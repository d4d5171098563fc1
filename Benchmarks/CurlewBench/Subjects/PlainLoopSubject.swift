import PlainLoop

/// A plain C loop over curl_multi, on one thread.
struct PlainLoopSubject: Subject {
    let name: String
    let kind: plain_loop_kind

    func run(_ work: Work) async -> Tally {
        var result = unsafe plain_loop_result()
        defer { unsafe plain_loop_result_free(&result) }
        let status =
            work.isStreamed
            ? unsafe plain_loop_download(work.url, work.length, kind, &result)
            : unsafe plain_loop_get(work.url, work.length, work.total, work.concurrency, kind, &result)
        guard status == 0 else { return .failed(work.total) }
        let latencies = unsafe UnsafeBufferPointer(
            start: result.latencies, count: result.succeeded + result.failed)
        return unsafe Tally(latencies: Array(latencies), failures: result.failed)
    }
}
