/// Runs the jobs that tasks post once there are no transfers left.
struct RemainingJobs {
    private let mailbox: Mailbox
    // It needs no descriptor of its own, so it can always be made.
    private let waiter = PollWaiter()
    private var jobs: [LoopJob] = []

    init(of mailbox: Mailbox) {
        self.mailbox = mailbox
        waiter.apply(.add(mailbox.wakeupDescriptor, .read))
    }

    /// Runs until no executor can hand in a job.
    mutating func run() {
        repeat {
            mailbox.drain(into: &jobs)
            for job in jobs { job.run() }
            jobs.removeAll()
        } while waitForMore()
    }

    private func waitForMore() -> Bool {
        switch mailbox.rest() {
        case .jobsCame: return true
        case .ended: return false
        case .mayWait:
            _ = waiter.wait(milliseconds: -1)
            mailbox.acknowledgeWakeup()
            return true
        }
    }
}
