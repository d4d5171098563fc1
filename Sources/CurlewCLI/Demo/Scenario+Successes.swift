import Curlew

extension Scenario {
    /// Calls that succeed.
    static let successes = [
        Scenario(name: "POST a Person as JSON", expected: "Ada, 36") { stage in
            try await stage.client.send(.post(ada)).json.text
        },
        Scenario(name: "the same with a completion handler", expected: "Ada, 36") { stage in
            let result = await withCheckedContinuation { continuation in
                stage.client.send(.post(ada)) { continuation.resume(returning: $0) }
            }
            return try result.get().json.text
        },
        Scenario(name: "the same as a Result", expected: "Ada, 36") { stage in
            switch await stage.client.result(of: .post(ada)) {
            case .success(let echo): echo.json.text
            case .failure(let error): error.code.rawValue
            }
        },
        Scenario(
            name: "GET with query values", expected: "empty= flag= plus=a+b text=x y&z=#é"
        ) { stage in
            let query: URLQuery = ["plus": "a+b", "text": "x y&z=#é", "empty": "", "flag": .flag]
            let args = try await stage.client.send(.echo(query)).args
            return args.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ")
        },
        Scenario(
            name: "three pages, one after the other", expected: "1 2 3, 4 5 6, 7 8 9",
            needsEmbeddedServer: true
        ) { stage in
            var pages: [String] = []
            var next: Int? = 1
            while let number = next {
                let page = try await stage.client.send(.page(number))
                pages.append(page.items.map(String.init).joined(separator: " "))
                next = page.next
            }
            return pages.joined(separator: ", ")
        },
        Scenario(
            name: "a custom decoder (CSV)", expected: "name age, Ada 36, Grace 45",
            needsEmbeddedServer: true
        ) { stage in
            let table = try await stage.client.send(.people)
            return table.rows.map { $0.joined(separator: " ") }.joined(separator: ", ")
        },
        Scenario(name: "204 into Void", expected: "done") { stage in
            let endpoint: Endpoint<Void> = .get("/status/204")
            try await stage.client.send(endpoint)
            return "done"
        },
        Scenario(name: "204 into an Optional", expected: "nil") { stage in
            let endpoint: Endpoint<Person?> = .get("/status/204")
            return try await stage.client.send(endpoint)?.text ?? "nil"
        },
    ]

    private static let ada = Person(name: "Ada", age: 36)
}
