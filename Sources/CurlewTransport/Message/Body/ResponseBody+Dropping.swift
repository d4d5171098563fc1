#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Bodies of which not all is wanted.
extension ResponseBody {
    /// The first bytes of the body, at most so many, as far as they came; the rest is not read and its transfer ends.
    ///
    /// Throws only `.cancelled`: any other failure ends the prefix.
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

    /// Reads on to the end and keeps nothing, so that the connection can be used again.
    ///
    /// A body of more than so many bytes is not read further, and its transfer ends. Throws what reading throws.
    package func discard(upTo limit: Int) async throws(NetworkError) {
        var iterator = makeAsyncIterator()
        var count = 0
        while count <= limit, let chunk = try await iterator.next() { count += chunk.count }
        cancel()
    }

    /// Does away with a body that nobody wants: a small one is read, so that the connection can be used again.
    package func drop() async {
        await drop(upTo: 64 * 1024, within: .milliseconds(250))
    }

    /// Reads on to the end and keeps nothing, at most so many bytes and so long; then its transfer ends.
    ///
    /// A closure is not asked: it has no connection to be used again, and nothing makes it return in time.
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
