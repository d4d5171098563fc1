/// The loop's side of its mailbox: what has come is taken in batches, into arrays whose storage is used again.
struct Inbox {
    private let mailbox: Mailbox
    private(set) var commands: [Command] = []
    private var jobs: [LoopJob] = []

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    var isClosed: Bool { mailbox.isClosed }

    /// Becomes readable when something has come while the loop waits.
    var descriptor: Int32 { mailbox.wakeupDescriptor }

    /// Whether the loop may block: nothing has come, and what comes from now on wakes it.
    func prepareToWait() -> Bool { mailbox.prepareToWait() }

    func acknowledgeWakeup() { mailbox.acknowledgeWakeup() }

    /// Takes the commands that have come, until `forgetCommands`.
    mutating func takeCommands() { mailbox.drain(into: &commands) }

    mutating func forgetCommands() { commands.removeAll(keepingCapacity: true) }

    /// Runs the jobs that have come; those that they hand in wait for the next turn, so that sockets are not starved.
    mutating func runJobs() {
        mailbox.drain(into: &jobs)
        for job in jobs { job.run() }
        jobs.removeAll(keepingCapacity: true)
    }
}
