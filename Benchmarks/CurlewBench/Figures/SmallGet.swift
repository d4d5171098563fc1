import Curlew

/// A small request, to warm a transport up and to see whether it still works.
enum SmallGet {
    /// Sends so many at a time and returns how many had the right answer.
    static func send(_ count: Int = 1, to server: String, over transport: some Transport) async throws -> Int
    {
        let request = try HTTPRequest(url: "\(server)/json")
        return await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    let body = try? await transport.send(request).body.collect(upTo: Document.length)
                    return body?.count == Document.length
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }
}
