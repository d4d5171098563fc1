/// Sends endpoints, at most some of them at a time, and hands out their results.
final class ResultQueue<Endpoints: Sequence, Output: Sendable> where Endpoints.Element == Endpoint<Output> {
    typealias Element = EndpointResults<Endpoints, Output>.Element

    private let client: Client
    private let concurrency: Int
    private var endpoints: Endpoints.Iterator
    private var count = 0
    private var isAtEnd = false
    /// The endpoints in flight, and those whose results were not read yet.
    private let tasks = RunningTasks()
    private let results = Outbox<Element>()

    init(_ endpoints: Endpoints, _ client: Client, concurrency: Int) {
        self.endpoints = endpoints.makeIterator()
        self.client = client
        self.concurrency = concurrency
    }

    deinit {
        tasks.cancel()
    }

    /// The next result; nil after the last one.
    func next() async -> Element? {
        if !Task.isCancelled { fill() }
        guard tasks.count > 0 else { return nil }
        let result = await withTaskCancellationHandler {
            await results.next()
        } onCancel: { [tasks] in
            tasks.cancel()
        }
        tasks.remove(result.index)
        return result
    }

    private func fill() {
        while !isAtEnd, tasks.count < concurrency {
            guard let endpoint = endpoints.next() else { return isAtEnd = true }
            start(endpoint, count)
            count += 1
        }
    }

    private func start(_ endpoint: Endpoint<Output>, _ index: Int) {
        let task = Task { [client, results] in
            results.put((index, await client.result(of: endpoint)))
        }
        tasks.add(task, index)
    }
}

/// Tasks that can be cancelled together.
private final class RunningTasks: Sendable {
    private let tasks = Lock<[Int: Task<Void, Never>]>([:])

    var count: Int { tasks.withLock { $0.count } }

    func add(_ task: Task<Void, Never>, _ index: Int) {
        tasks.withLock { $0[index] = task }
    }

    func remove(_ index: Int) {
        tasks.withLock { $0[index] = nil }
    }

    func cancel() {
        // Not under the lock: cancelling runs code of others.
        for task in tasks.withLock({ Array($0.values) }) { task.cancel() }
    }
}
