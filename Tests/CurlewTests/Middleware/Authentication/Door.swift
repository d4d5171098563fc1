/// Blocks tasks until it is opened.
actor Door {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var observers: [CheckedContinuation<Void, Never>] = []

    func wait() async {
        guard !isOpen else { return }
        for observer in observers { observer.resume() }
        observers = []
        await withCheckedContinuation { waiters.append($0) }
    }

    func waitForAWaiter() async {
        guard waiters.isEmpty else { return }
        await withCheckedContinuation { observers.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
