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
        let outcome = Outcome()
        Task {
            do throws(NetworkError) {
                outcome.set(.success(try await base.send(request)))
            } catch {
                outcome.set(.failure(error))
            }
        }
        while !Task.isCancelled {
            if let result = outcome.value { return try result.get() }
            try? await Task.sleep(for: .milliseconds(1))
        }
        throw NetworkError(.cancelled, "the caller has gone, the transfer has not")
    }

    private final class Outcome: Sendable {
        private let result = Lock<Result<HTTPResponse, NetworkError>?>(nil)

        var value: Result<HTTPResponse, NetworkError>? { result.withLock { $0 } }

        func set(_ value: Result<HTTPResponse, NetworkError>) { result.withLock { $0 = value } }
    }
}
