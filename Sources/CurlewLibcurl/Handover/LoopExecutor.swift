/// Runs tasks on a loop's own thread, so that a request costs them no thread switch.
final class LoopExecutor: TaskExecutor {
    private let mailbox: Mailbox

    /// Makes an executor; nil if the loop's thread has ended.
    init?(mailbox: Mailbox) {
        guard mailbox.addExecutor() else { return nil }
        self.mailbox = mailbox
    }

    /// The last task that prefers it has ended: the thread need not stay for it.
    deinit {
        mailbox.removeExecutor()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        unsafe mailbox.post(LoopJob(job: UnownedJob(job), executor: asUnownedTaskExecutor()))
    }
}

/// A job of a task that prefers a loop's executor; the task keeps the executor until it has run.
@safe
struct LoopJob: Sendable {
    private let job: UnownedJob
    private let executor: UnownedTaskExecutor

    init(job: UnownedJob, executor: UnownedTaskExecutor) {
        self.job = job
        unsafe self.executor = executor
    }

    func run() { unsafe job.runSynchronously(on: executor) }
}
