extension LoopbackServer.Route {
    /// The routes that respond with a small document.
    static let documents = [
        LoopbackServer.Route("GET", "/html") { _ in
            document(
                "text/html; charset=utf-8", "<!DOCTYPE html>\n<title>Loopback</title>\n<h1>A page</h1>\n")
        },
        LoopbackServer.Route("GET", "/json") { _ in
            .json(#"{"title": "A document", "tags": ["a", "b"]}"# + "\n")
        },
        LoopbackServer.Route("GET", "/text") { _ in .text("Grüße aus der Schleife\n") },
        LoopbackServer.Route("GET", "/csv") { _ in
            document("text/csv; charset=utf-8", "name,age\r\nAda,36\r\nGrace,45\r\n")
        },
        LoopbackServer.Route(nil, "/problem") { request in
            let text =
                #"{"type": "about:blank", "title": "Not Found", "status": 404, "detail": "no such person"}"#
            return document("application/problem+json", text + "\n", status: 404)
        },
        LoopbackServer.Route("GET", "/pages") { page(request: $0) },
    ]

    private static func document(_ type: String, _ text: String, status: Int = 200) -> LoopbackServer.Response
    {
        .init(status: status, fields: ["Content-Type": type], body: Array(text.utf8))
    }

    private static func page(request: LoopbackServer.ReceivedRequest) -> LoopbackServer.Response {
        guard let page = Int(request.queryValue("page") ?? "1"), (1...3).contains(page)
        else { return .error(404, "no such page") }
        let items = (1...3).map { JSONText.number((page - 1) * 3 + $0) }
        let next = page < 3 ? page + 1 : nil
        var response = LoopbackServer.Response.json(
            .object([
                ("page", .number(page)), ("items", .array(items)),
                ("next", next.map { .number($0) } ?? .null),
            ]))
        // RFC 8288 §3.
        if let next { response.fields.append(.init("Link", "</pages?page=\(next)>; rel=\"next\"")) }
        return response
    }
}
