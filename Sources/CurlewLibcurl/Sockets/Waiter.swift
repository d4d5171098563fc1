/// Waits for events on descriptors; used by the loop's thread only.
protocol Waiter: AnyObject {
    /// Registers a change; corrects one that the kernel rejects.
    func apply(_ change: SocketTable.Change)

    /// Waits until something is ready or the time is over (-1: no limit); returns how many descriptors are ready.
    func wait(milliseconds: Int32) -> Int

    /// One of the ready descriptors of the last wait.
    func ready(at index: Int) -> (descriptor: Int32, events: ReadyEvents)
}

/// What is ready, with the numbers of `CURL_CSELECT_…`.
struct ReadyEvents: OptionSet {
    let rawValue: Int32
    static let read = ReadyEvents(rawValue: 1)
    static let write = ReadyEvents(rawValue: 2)
    static let error = ReadyEvents(rawValue: 4)
}
