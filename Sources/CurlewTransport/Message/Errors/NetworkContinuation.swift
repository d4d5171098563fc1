#if CURLEW_THREAD_SANITIZER
    import Synchronization
#endif

/// A checked continuation that fails only with `NetworkError`, to be resumed exactly once.
///
/// Inlinable, like `Lock`. It is stored as a closure: the standard library's type is opaque to the compiler, so that
/// each copy of it in a generic type would look up its layout at run time.
@usableFromInline
package struct NetworkContinuation<Value: Sendable>: Sendable {
    @usableFromInline let resumption: @Sendable (consuming Result<Value, NetworkError>) -> Void

    @inlinable
    init(_ continuation: CheckedContinuation<Value, any Error>, _ fence: ResumeFence) {
        resumption = { result in
            fence.release()
            switch consume result {
            case .success(let value): continuation.resume(returning: value)
            case .failure(let error): continuation.resume(throwing: error)
            }
        }
    }

    @inlinable
    package func resume(with result: consuming Result<Value, NetworkError>) { resumption(result) }
}

/// Suspends the task until the continuation is resumed; `onCancel` runs at once when the task is cancelled.
///
/// The standard functions throw `any Error`; this one restores the type.
@inlinable
package func withNetworkContinuation<Value: Sendable>(
    _ body: (NetworkContinuation<Value>) -> Void, onCancel: @Sendable () -> Void
) async throws(NetworkError) -> Value {
    let fence = ResumeFence()
    do {
        let value = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { body(NetworkContinuation($0, fence)) }
        } onCancel: {
            onCancel()
        }
        fence.acquire()
        return value
    } catch {
        fence.acquire()
        throw NetworkError.wrapping(error, as: .other, "the exchange failed")
    }
}

#if CURLEW_THREAD_SANITIZER

    /// Shows the thread sanitizer that what was written before a resume is seen after it.
    @usableFromInline
    final class ResumeFence: Sendable {
        private let isReleased = Atomic(false)

        @usableFromInline init() {}
        @usableFromInline func release() { isReleased.store(true, ordering: .releasing) }
        @usableFromInline func acquire() { _ = isReleased.load(ordering: .acquiring) }
    }

#else

    /// Resuming a continuation already orders memory; only the thread sanitizer needs a fence.
    @usableFromInline
    struct ResumeFence: Sendable {
        @inlinable init() {}
        @inlinable func release() {}
        @inlinable func acquire() {}
    }

#endif
