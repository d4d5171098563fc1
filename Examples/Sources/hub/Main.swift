import Curlew
import CurlewLibcurl
import HubKit

@main struct Main {
    static func main() async throws {
        let hub = Hub(token: "t0ken", baseURL: CommandLine.arguments[1], transport: .libcurl)
        let user = try await hub.user("ada")
        print(user.name ?? user.login, user.publicRepos)
        for try await page in hub.issues(of: "swift/curlew", IssueFilter(state: .open, perPage: 2)) {
            for issue in page { print("#\(issue.number) \(issue.title) by \(issue.user.login)") }
        }
        print("opened #\(try await hub.openIssue(in: "swift/curlew", title: "A new issue").number)")
        let asset = try await hub.upload(.text("binary"), as: "tool.zip", to: "swift/curlew")
        print("uploaded \(asset.name), \(asset.size) bytes")
        do {
            _ = try await hub.openIssue(in: "swift/curlew", title: "")
        } catch {
            let problem = error.failure(as: HubError.self)?.description ?? error.message
            print("\(error.response?.status.code ?? 0): \(problem)")
        }
    }
}
