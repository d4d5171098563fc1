// The code around each call has a closure that captures, and each `do` ends with a plain `catch`.
import Curlew

func nameOrNil(_ id: String?, fallback: String, client: Client) async throws -> String? {
    let id = id ?? fallback
    do {
        return try await client.send(.person(id)).name
    } catch NetworkError.Code.cannotConnect, NetworkError.Code.cannotResolve {
        return nil
    } catch {
        throw error
    }
}

func names(_ ids: [String], prefix: String, client: Client) async throws -> [String] {
    let ids = ids.map { prefix + $0 }
    var names: [String] = []
    for id in ids {
        do {
            names.append(try await client.send(.person(id)).name)
        } catch  where error.response?.status == .notFound {
            continue
        } catch {
            throw error
        }
    }
    return names
}

func tagged(_ tag: String, client: Client) async throws(NetworkError) -> Int {
    var age = 0
    do throws(NetworkError) {
        let person = try await client.send(Endpoint.person("ada").with { $0.fields["X-Tag"] = tag })
        age = person.age
    } catch {
        switch error.code {
        case .timedOut: print("slow:", error.phase?.rawValue ?? "")
        case .unacceptableStatus: print((try? error.decodeBody(as: APIProblem.self))?.message ?? "\(error)")
        default: throw error
        }
    }
    return age
}

func describe(_ client: Client) async -> String {
    switch await client.result(of: .person("ada")) {
    case .success(let person): person.name
    case .failure(let error) where error.isRetryable: "later"
    case .failure(let error): "\(error)"
    }
}

func isCancelled(_ client: Client, _ note: String?) async -> Bool {
    let note = note ?? "none"
    do {
        try await client.send(.remove(note))
        return false
    } catch {
        return error.code == .cancelled
    }
}
