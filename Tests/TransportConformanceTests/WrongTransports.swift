import Curlew
import Foundation

/// Follows redirects by itself.
struct FollowingTransport: Transport {
    let base: any Transport
    var capabilities: TransportCapabilities { base.capabilities }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let response = try await base.send(request)
        guard (300...399).contains(response.status.code), let location = response.fields[.location],
            location.hasPrefix("/")
        else { return response }
        let next = try HTTPRequest(
            url: "\(request.scheme)://\(request.authority)\(location)", timeouts: request.timeouts)
        return try await base.send(next)
    }
}

/// Keeps only the last of repeated fields, in requests and responses.
struct ForgettingTransport: Transport {
    let base: any Transport
    var capabilities: TransportCapabilities { base.capabilities }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        var request = request
        request.fields = Self.forget(request.fields)
        var response = try await base.send(request)
        response.fields = Self.forget(response.fields)
        return response
    }

    private static func forget(_ fields: HTTPFields) -> HTTPFields {
        var kept: HTTPFields = [:]
        for field in fields { kept[field.name] = field.value }
        return kept
    }
}

/// Reports a truncated body as complete.
struct TruncatingTransport: Transport {
    let base: any Transport
    var capabilities: TransportCapabilities { base.capabilities }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        var response = HTTPResponse(status: 200)
        var bytes = Data()
        do throws(NetworkError) {
            response = try await base.send(request)
            for try await chunk in response.body { bytes += chunk }
        } catch {
            guard error.code == .incompleteBody else { throw error }
        }
        response.body = .data(bytes)
        return response
    }
}

/// Returns at once in a cancelled task, but leaves its transfer running.
struct LeakingTransport: Transport {
    let base: any Transport
    var capabilities: TransportCapabilities { base.capabilities }

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        let (outcomes, continuation) = AsyncStream.makeStream(of: Result<HTTPResponse, NetworkError>.self)
        Task {
            do throws(NetworkError) {
                continuation.yield(.success(try await base.send(request)))
            } catch {
                continuation.yield(.failure(error))
            }
        }
        // The stream ends when the task is cancelled.
        for await outcome in outcomes { return try outcome.get() }
        throw NetworkError(.cancelled, "the caller has gone, the transfer has not")
    }
}
