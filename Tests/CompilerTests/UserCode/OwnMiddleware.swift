import Curlew

struct Tagging: Middleware {
    let tag: String?

    func intercept(
        _ request: HTTPRequest, context: MiddlewareContext, next: @escaping Next
    ) async throws -> HTTPResponse {
        var request = request
        request.fields["X-Tag"] = tag ?? "none"
        do {
            return try await next(request)
        } catch let error as NetworkError where error.code == .timedOut {
            print("slow:", request)
            throw error
        } catch {
            throw error
        }
    }
}

struct Log: Client.Observer {
    func observe(_ event: Client.Event) { print(event) }
}

func observed(_ transport: some Transport) -> Client {
    Client(
        baseURL: "https://api.example.com", transport: transport,
        middleware: [Tagging(tag: nil)],
        configuration: .init(observers: [Log()]))
}
