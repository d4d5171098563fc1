/// Idle easy handles: making one costs more than resetting one.
struct HandlePool {
    private static let maxIdle = 256
    private var idle: [PooledHandle] = []

    /// A handle that is free; nil without memory.
    mutating func take() -> PooledHandle? { idle.popLast() ?? PooledHandle() }

    /// Keeps a handle whose read buffer had that size.
    mutating func giveBack(_ handle: PooledHandle, bufferSize: Int) {
        guard idle.count < Self.maxIdle, !handle.isSpent,
            handle.handle.hasReleasedItsBuffer(of: bufferSize)
        else { return }
        idle.append(handle)
    }
}
