#if CURLEW_THREAD_SANITIZER
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Musl)
        import Musl
    #else
        import Glibc
    #endif
#else
    public import Synchronization
#endif

#if CURLEW_THREAD_SANITIZER

    /// A value protected by a pthread mutex, which the thread sanitizer can see (it cannot see `Mutex` on Linux).
    @safe
    package struct Lock<State>: ~Copyable, @unchecked Sendable {
        // Safety: the state is only reached between pthread_mutex_lock and pthread_mutex_unlock.
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let state: UnsafeMutablePointer<State>

        package init(_ initial: consuming sending State) {
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            unsafe pthread_mutex_init(mutex, nil)
            unsafe state = .allocate(capacity: 1)
            unsafe state.initialize(to: initial)
        }

        deinit {
            unsafe state.deinitialize(count: 1)
            unsafe state.deallocate()
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
        }

        package borrowing func withLock<Result: ~Copyable, Failure>(
            _ body: (inout sending State) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&state.pointee)
        }
    }

#else

    /// A value protected by a lock; only `withLock` gives access to it.
    ///
    /// Inlinable, so that another module's states are locked without looking up their types at run time.
    @usableFromInline
    package struct Lock<State>: ~Copyable, Sendable {
        @usableFromInline let mutex: Mutex<State>

        @inlinable
        package init(_ initial: consuming sending State) {
            mutex = Mutex(initial)
        }

        @inlinable
        package borrowing func withLock<Result: ~Copyable, Failure>(
            _ body: (inout sending State) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            try mutex.withLock(body)
        }
    }

#endif
