import Curlew
import Foundation

/// Whether the numbers of descriptors and threads of this process are back at their start values.
struct Resources {
    private let descriptorCount: Int
    private let threadCount: Int

    /// Counts them once the runtime has started the threads that it keeps.
    init(over warm: () async throws -> Void) async throws {
        try await warm()
        try await Self.warmUp()
        descriptorCount = try ProcessStatus.descriptorCount()
        threadCount = try ProcessStatus.threadCount()
    }

    private static func warmUp() async throws {
        // Timers and busy tasks on every core make the runtime start the last of its threads.
        await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    let end = ContinuousClock.now + .milliseconds(20)
                    while ContinuousClock.now < end {}
                    try? await Task.sleep(for: .milliseconds(1))
                }
            }
        }
    }

    /// Waits up to twenty seconds for both to return to their values; the runtime keeps idle threads for five.
    func bounds() async throws -> [Bound] {
        let deadline = ContinuousClock.now + .seconds(20)
        // Blocks: a task that sleeps wakes the idle threads in turn, so that none of them ever ends.
        while try !areBack(), ContinuousClock.now < deadline { usleep(50_000) }
        return [
            .atMost(descriptorCount, "descriptors", try ProcessStatus.descriptorCount()),
            .atMost(threadCount, "threads", try ProcessStatus.threadCount()),
        ]
    }

    private func areBack() throws -> Bool {
        try ProcessStatus.descriptorCount() <= descriptorCount && ProcessStatus.threadCount() <= threadCount
    }
}
