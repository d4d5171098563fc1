import Dispatch
import Foundation

/// Ends the process if a check blocks every thread of the tasks: no task could notice that.
enum HangGuard {
    private static let queue = DispatchQueue(label: "hang-guard")
    private static let limit = DispatchTimeInterval.seconds(90)

    static func watching<Value>(_ name: String, _ work: () async -> Value) async -> Value {
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + limit)
        timer.setEventHandler {
            FileHandle.standardError.write(Data("\(name) blocks every thread\n".utf8))
            abort()
        }
        timer.resume()
        defer { timer.cancel() }
        return await work()
    }
}
