/// Where a value is decoded: a large one off the caller's actor and executor, so that neither a user interface nor other
/// transfers wait for it.
enum DecodingPlace {
    /// The most bytes that are decoded where the caller runs: below it, changing threads would cost more than it saves.
    static let largestInPlace = 32 * 1024

    /// Leaves the actor of the caller, and a preferred executor such as that of the libcurl transport, whose connections
    /// would wait for the decoder.
    static func elsewhere<Value, Failure: Error>(
        _ decode: @Sendable () throws(Failure) -> sending Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(Failure) -> Value in
            try await concurrently(decode)
        }
    }

    @concurrent
    private static func concurrently<Value, Failure: Error>(
        _ decode: @Sendable () throws(Failure) -> sending Value
    ) async throws(Failure) -> sending Value {
        try decode()
    }
}
