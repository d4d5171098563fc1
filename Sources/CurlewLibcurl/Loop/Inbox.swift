/// The loop's side of its mailbox: takes arrivals in batches, into arrays whose storage is reused.
struct Inbox {
    private let mailbox: Mailbox
    private(set) var commands: [Command] = []
    private var jobs: [LoopJob] = []

    init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    var isClosed: Bool { mailbox.isClosed }

    /// Becomes readable when something arrives while the loop waits.
    var descriptor: Int32 { mailbox.wakeupDescriptor }

    /// Whether the loop may block: nothing has arrived, and any later arrival wakes it.
    func prepareToWait() -> Bool { mailbox.prepareToWait() }

    func acknowledgeWakeup() { mailbox.acknowledgeWakeup() }

    /// Takes the posted commands; they stay until `forgetCommands`.
    mutating func takeCommands() { mailbox.drain(into: &commands) }

    mutating func forgetCommands() { commands.removeAll(keepingCapacity: true) }

    /// Runs the posted jobs; jobs that they post wait for the next turn, so that sockets are not starved.
    mutating func runJobs() {
        mailbox.drain(into: &jobs)
        for job in jobs { job.run() }
        jobs.removeAll(keepingCapacity: true)
    }
}
