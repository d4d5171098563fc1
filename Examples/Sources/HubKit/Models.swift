/// A user of the hub.
public struct User: Decodable, Sendable {
    /// The name in URLs, the person's name, and the number of public repositories.
    public let login: String, name: String?, publicRepos: Int
}

/// An issue of a repository.
public struct Issue: Decodable, Sendable {
    /// The number in the repository, the title, `open` or `closed`, and who wrote it.
    public let number: Int, title: String, state: String, user: Author

    /// Who wrote an issue.
    public struct Author: Decodable, Sendable {
        /// The name in URLs.
        public let login: String
    }
}

/// A file of a release.
public struct Asset: Decodable, Sendable {
    /// The file's name, and its number of bytes.
    public let name: String, size: Int
}

struct Release: Decodable, Sendable { let uploadUrl: String }

/// Which issues are listed.
public struct IssueFilter: Encodable, Sendable {
    /// A state of issues.
    public enum State: String, Encodable, Sendable { case open, closed, all }

    var state: State?, labels: [String], perPage: Int?

    /// Makes a filter; without arguments all issues pass, on pages of the hub's size.
    public init(state: State? = nil, labels: [String] = [], perPage: Int? = nil) {
        (self.state, self.labels, self.perPage) = (state, labels, perPage)
    }
}

/// What the hub says of a failed request.
public struct HubError: Decodable, Sendable, CustomStringConvertible {
    struct Problem: Decodable, Sendable { let field: String, code: String }

    let message: String, errors: [Problem]?

    /// The message, and the fields that the hub did not accept.
    public var description: String {
        ([message] + (errors ?? []).map { "\($0.field) \($0.code)" }).joined(separator: ": ")
    }
}
