import Curlew

struct Row: Decodable, Sendable { var id: Int }

func size(of export: Endpoint<Void>, _ client: Client) async throws -> Int {
    try await client.withResponse(to: export) { response in
        guard response.status.isSuccessful else { return 0 }
        var size = 0
        for try await chunk in response.body { size += chunk.count }
        return size
    }
}

func rows(_ client: Client, limit: Int?) async throws -> [Int] {
    let limit = limit ?? 100
    return try await client.withResponse(to: Endpoint<Void>.get("/rows")) { response in
        var ids: [Int] = []
        for try await row in response.body.jsonLines(of: Row.self) {
            if ids.count == limit { break }
            ids.append(row.id)
        }
        return ids
    }
}

func ticks(_ client: Client) async throws {
    for try await event in client.events(from: Endpoint<Void>.get("/ticker")) {
        print(event.name, event.data)
    }
}

func people(_ client: Client) async throws -> Int {
    var count = 0
    for try await page in client.pages(of: Endpoint<[Person]>.get("/people"), prefetch: 1) {
        count += page.count
    }
    return count
}

func backup(_ client: Client, to path: String, _ note: String?) async throws {
    let label = note ?? path
    try await client.download(Endpoint<Void>.get("/backup"), to: path) { progress in
        print(label, progress.fraction ?? 0)
    }
}
