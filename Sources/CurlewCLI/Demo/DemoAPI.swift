#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// A person, as the demonstration sends one.
struct Person: Codable, Sendable {
    let name: String
    let age: Int

    var text: String { "\(name), \(age)" }
}

/// The server's echo of a person.
struct PersonEcho: Decodable, Sendable {
    let json: Person
}

/// The server's echo of a query.
struct QueryEcho: Decodable, Sendable {
    let args: [String: String]
}

/// One page of a list.
struct Page: Decodable, Sendable {
    let items: [Int]
    let next: Int?
}

/// The lines of a CSV text.
struct Table: Sendable {
    let rows: [[Substring]]
}

/// An API's description of an error (RFC 9457).
struct Problem: Decodable, Sendable {
    let status: Int
    let detail: String
}

extension ResponseDecoder where Output == Table {
    /// Decodes a CSV without quotes.
    static var csv: Self {
        Self(accepting: ["text/csv"]) { body, _ in
            let lines = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isNewline)
            return Table(rows: lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) })
        }
    }
}

extension Endpoint where Output == PersonEcho {
    static func post(_ person: Person) -> Self { .post("/post", body: .json(person)) }
}

extension Endpoint where Output == QueryEcho {
    static func echo(_ query: URLQuery) -> Self { .get("/get", query: query) }
}

extension Endpoint where Output == Page {
    static func page(_ number: Int) -> Self { .get("/pages", query: ["page": number]) }
}

extension Endpoint where Output == Table {
    static var people: Self { Self(.get, "/csv", decoder: .csv) }
}
