import CurlewTransport

/// Runs the jobs of a test clock's tasks one after the other, and moves its time when no job is ready.
///
/// It has a thread only while there are jobs: the thread ends when all tasks wait for something outside.
final class TestExecutor: TaskExecutor {
    private struct Storage {
        var machine = TestClockMachine()
        var continuations: [Int: NetworkContinuation<Void>] = [:]
        var jobs: [UnownedJob] = []
        var nextJob = 0
        var isRunning = false

        mutating func takeJob() -> UnownedJob? {
            guard nextJob < jobs.count else {
                jobs.removeAll(keepingCapacity: true)
                nextJob = 0
                return nil
            }
            defer { nextJob += 1 }
            return jobs[nextJob]
        }
    }

    private let storage = Lock(Storage())

    /// The time since the clock was made.
    var now: Duration { storage.withLock { $0.machine.now } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let starts = storage.withLock { storage in
            storage.jobs.append(job)
            defer { storage.isRunning = true }
            return !storage.isRunning
        }
        if starts { start() }
    }

    /// Starts the thread; a process that has no thread left runs the jobs on the calling one.
    private func start() {
        // As large as a main thread's, since a test's own code runs on it.
        if !PosixThread.start(stackSize: 8 << 20, { self.runJobs() }) { runJobs() }
    }

    private func runJobs() {
        while true {
            switch nextStep() {
            case .run(let job): unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            case .resume(let waiter): waiter?.resume(with: .success(()))
            case .fail(let waiter): waiter?.resume(with: .failure(Self.endlessWait))
            case .end: return
            }
        }
    }

    private enum Step {
        case run(UnownedJob)
        case resume(NetworkContinuation<Void>?)
        case fail(NetworkContinuation<Void>?)
        case end
    }

    private func nextStep() -> Step {
        storage.withLock { storage in
            if let job = storage.takeJob() { return .run(job) }
            switch storage.machine.allWait() {
            case .resume(let number): return .resume(storage.continuations.removeValue(forKey: number))
            case .fail(let number): return .fail(storage.continuations.removeValue(forKey: number))
            case .none:
                storage.isRunning = false
                return .end
            }
        }
    }

    /// Moves the time; the tasks whose moment has come resume.
    func advance(by duration: Duration) {
        let due = storage.withLock { storage in
            storage.machine.advanced(by: duration).compactMap {
                storage.continuations.removeValue(forKey: $0)
            }
        }
        for waiter in due { waiter.resume(with: .success(())) }
    }

    /// Waits for a duration of the clock's time.
    func sleep(for duration: Duration) async throws {
        try await wait { $0.moment(after: duration) }
    }

    /// Waits for no moment.
    func stall() async throws {
        try await wait { _ in nil }
    }

    private func wait(until moment: (borrowing TestClockMachine) -> Duration?) async throws {
        guard isCurrent else { throw Self.outside }
        let number = storage.withLock { $0.machine.nextNumber() }
        do {
            try await withNetworkContinuation { continuation in
                storage.withLock { storage in
                    storage.continuations[number] = continuation
                    storage.machine.entered(number, until: moment(storage.machine))
                }
                // The task may have been cancelled before the waiter was entered.
                if Task.isCancelled { leave(number) }
            } onCancel: {
                leave(number)
            }
        } catch {
            if error.code == .cancelled { throw CancellationError() }
            throw error
        }
    }

    private func leave(_ number: Int) {
        let waiter = storage.withLock { storage in
            storage.machine.left(number) ? storage.continuations.removeValue(forKey: number) : nil
        }
        waiter?.resume(with: .failure(.cancelled))
    }

    /// Whether the current task is one of this executor.
    var isCurrent: Bool {
        unsafe withUnsafeCurrentTask { task in
            unsafe task?.unownedTaskExecutor == asUnownedTaskExecutor()
        }
    }

    private static let outside = NetworkError(
        .other,
        """
        a task waits for a TestClock outside of its run(_:): put the test into `clock.run { }`, and give a task of \
        your own its executor, `Task(executorPreference: clock.executor) { }`
        """)

    private static let endlessWait = NetworkError(
        .other,
        "a scripted exchange stalls, and nothing ends it: set a limit in the request's timeouts, or cancel its task"
    )
}
