import Curlew
import CurlewLibcurl
import Foundation

/// Prints a language model's reply as it is written.
@main enum Main {
    static func main() async {
        let (url, key, text) = (CommandLine.arguments[1], CommandLine.arguments[2], CommandLine.arguments[3])
        let client = Client(baseURL: url, transport: .libcurl, configuration: .init(auth: .bearer(key)))
        let message: JSONValue = ["role": "user", "content": .string(text)]
        let reply: Endpoint<Void> = .post(
            "/v1/chat/completions", body: .json(["model": "small", "stream": true, "messages": [message]]))
        do {
            for try await part in client.events(of: JSONValue.self, from: reply, until: "[DONE]") {
                print(part["choices"]?[0]?["delta"]?["content"]?.stringValue ?? "", terminator: "")
                fflush(nil)
            }
            print()
        } catch {
            let reason = try? error.decodeBody(as: JSONValue.self)["error"]?["message"]?.stringValue
            let text = "\(error.response?.status.code ?? 0): \(reason ?? "\(error)")\n"
            FileHandle.standardError.write(Data(text.utf8))
            exit(1)
        }
    }
}
