import Curlew
import Foundation

/// A client that decodes its answers.
struct ClientSubject: Subject {
    let name: String
    private let makeTransport: @Sendable () -> any Transport

    init(name: String, makeTransport: @escaping @Sendable () -> any Transport) {
        self.name = name
        self.makeTransport = makeTransport
    }

    func canDo(_ work: Work) -> Bool { !work.isStreamed || work.isFile }

    func run(_ work: Work) async -> Tally {
        let client = client(for: work, makeTransport())
        guard !work.isFile else { return await download(work, client) }
        return await Workers.run(work) {
            let response = try await client.response(for: Endpoint<Document>.get(""))
            return response.value.isRight && response.fields[.contentLength] == String(work.length)
        }
    }

    private func download(_ work: Work, _ client: Client) async -> Tally {
        await Workers.run(work) {
            let path = Work.filePath()
            defer { try? FileManager.default.removeItem(atPath: path) }
            return try await client.download(Endpoint<Data>.get(""), to: path).size == work.length
        }
    }

    private func client(for work: Work, _ transport: some Transport) -> Client {
        Client(baseURL: work.url, transport: transport)
    }
}
