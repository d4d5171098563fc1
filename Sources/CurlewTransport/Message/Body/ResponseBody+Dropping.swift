#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Bodies that are not read to the end.
extension ResponseBody {
    /// Reads at most `limit` bytes, then ends the transfer.
    ///
    /// Throws only `.cancelled`: after any other failure it returns the bytes received so far.
    package func prefix(upTo limit: Int) async throws(NetworkError) -> Data {
        var iterator = makeAsyncIterator()
        var collected = Data()
        do throws(NetworkError) {
            while collected.count < limit, let chunk = try await iterator.next() { collected.append(chunk) }
        } catch {
            if error.code == .cancelled { throw error }
        }
        cancel()
        return collected.prefix(limit)
    }

    /// Reads to the end and discards the bytes, so that the connection can be reused.
    ///
    /// Ends the transfer of a body of more than `limit` bytes. Throws what reading throws.
    package func discard(upTo limit: Int) async throws(NetworkError) {
        var iterator = makeAsyncIterator()
        var count = 0
        while count <= limit, let chunk = try await iterator.next() { count += chunk.count }
        cancel()
    }

    /// Drops an unwanted body: a small one is read to the end, so that the connection can be reused.
    package func drop() async {
        await drop(upTo: 64 * 1024, within: .milliseconds(250))
    }

    /// Reads to the end and discards the bytes; ends the transfer after `limit` bytes or `time`.
    ///
    /// A closure-backed body is cancelled at once: it holds no connection and may never return.
    package func drop(upTo limit: Int, within time: Duration) async {
        if isFromClosure { return cancel() }
        let timer = Task {
            try await Task.sleep(for: time)
            cancel()
        }
        try? await discard(upTo: limit)
        timer.cancel()
    }
}
