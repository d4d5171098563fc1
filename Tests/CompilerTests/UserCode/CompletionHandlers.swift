import Curlew

final class Loader: Sendable {
    private let client: Client

    init(client: Client) {
        self.client = client
    }

    func load(
        _ id: String, completion: @escaping @Sendable (Result<Person, NetworkError>) -> Void
    ) -> Task<Void, Never> {
        client.send(.person(id), completion: completion)
    }

    func loadName(_ id: String, _ show: @escaping @Sendable (String) -> Void) {
        _ = client.send(.person(id)) { [id] result in
            switch result {
            case .success(let person): show(person.name)
            case .failure(let error): show("\(id): \(error)")
            }
        }
    }
}
