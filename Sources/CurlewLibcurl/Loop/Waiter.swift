/// Waits for events on descriptors; used by the loop's thread only.
protocol Waiter: AnyObject {
    /// Registers a change; one that the kernel disagrees with is put right.
    func apply(_ change: SocketTable.Change)

    /// Waits until something is ready or the time is over (-1: no limit), then calls back for each ready descriptor.
    func wait(milliseconds: Int32, _ ready: (_ descriptor: Int32, _ events: ReadyEvents) -> Void)
}

/// What is ready, with the numbers of `CURL_CSELECT_…`.
struct ReadyEvents: OptionSet {
    let rawValue: Int32
    static let read = ReadyEvents(rawValue: 1)
    static let write = ReadyEvents(rawValue: 2)
    static let error = ReadyEvents(rawValue: 4)
}
