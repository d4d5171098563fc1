import Curlew

/// A small request, to warm up a transport and to check that it still works.
enum SmallGet {
    /// Sends `count` at a time; returns the number of correct responses.
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
