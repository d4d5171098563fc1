/// Easy handles that wait for their next transfer: making one costs more than clearing one.
struct HandlePool {
    private static let mostIdle = 256
    private var idle: [PooledHandle] = []

    /// A handle that is free; nil without memory.
    mutating func take() -> PooledHandle? { idle.popLast() ?? PooledHandle() }

    mutating func giveBack(_ handle: PooledHandle) {
        if idle.count < Self.mostIdle { idle.append(handle) }
    }
}
