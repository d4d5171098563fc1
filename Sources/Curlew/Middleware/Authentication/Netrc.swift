import CurlewTransport

/// The user names and passwords of a `.netrc` file, by host.
///
///     let netrc = try Netrc(path: "/home/me/.netrc")
///     configuration.auth = netrc.credentials(for: "example.com")
///
/// No client reads such a file by default. The format is that of curl: `machine`, `login`, `password` and `default`,
/// with texts in double quotes and macros, which are skipped.
public struct Netrc: Sendable {
    private var entries: [Entry] = []

    private struct Entry {
        /// Nil for the default.
        let machine: String?
        var login = ""
        var password = Secret("")
    }

    /// Reads a file; throws `.fileFailed` if that is not possible, and `.decodingFailed` for a text that is not one.
    public init(path: String) throws(NetworkError) {
        let reader = try FileReader(path: path)
        var bytes = [UInt8](repeating: 0, count: Int(min(reader.size, 1 << 20)))
        let count = try reader.read(into: &bytes)
        try self.init(text: String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// Parses the text of a file; throws `.decodingFailed` for a text that is not one, without showing any of it.
    public init(text: String) throws(NetworkError) {
        var words = try Self.words(of: text)[...]
        while let word = words.popFirst() {
            switch word.lowercased() {
            case "machine": entries.append(Entry(machine: try Self.value(&words, "machine").lowercased()))
            case "default": entries.append(Entry(machine: nil))
            case "login": try change(&words, "login") { $0.login = $1 }
            case "password": try change(&words, "password") { $0.password = Secret($1) }
            case "account": _ = try Self.value(&words, "account")
            default: throw Self.problem("has an unknown word")
            }
        }
    }

    /// The credentials for a host: those of its first entry, or of the default; nil for none.
    public func credentials(for host: String) -> Authentication? {
        let host = host.lowercased()
        let entry = entries.first { $0.machine == nil || $0.machine == host }
        return entry.map { .basic(user: $0.login, password: $0.password.text) }
    }

    private mutating func change(
        _ words: inout ArraySlice<String>, _ name: String, _ set: (inout Entry, String) -> Void
    ) throws(NetworkError) {
        guard !entries.isEmpty else { throw Self.problem("has a \(name) without a machine") }
        set(&entries[entries.count - 1], try Self.value(&words, name))
    }

    private static func value(
        _ words: inout ArraySlice<String>, _ name: String
    ) throws(NetworkError) -> String {
        guard let value = words.popFirst() else { throw problem("ends after \(name)") }
        return value
    }

    fileprivate static func problem(_ text: String) -> NetworkError {
        NetworkError(.decodingFailed, "the netrc file \(text)")
    }
}

// The words of a file.
extension Netrc {
    /// Splits a text into words, without comments and macros, which end with an empty line.
    private static func words(of text: String) throws(NetworkError) -> [String] {
        var words: [String] = []
        var isInMacro = false
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if isInMacro {
                isInMacro = !line.allSatisfy(\.isWhitespace)
                continue
            }
            guard line.first(where: { !$0.isWhitespace }) != "#" else { continue }
            var rest = line
            while !isInMacro, let word = try nextWord(&rest) {
                isInMacro = word == "macdef"
                if !isInMacro { words.append(word) }
            }
        }
        return words
    }

    /// Takes the next word of a line; nil at its end.
    private static func nextWord(_ rest: inout Substring) throws(NetworkError) -> String? {
        rest = rest.drop(while: \.isWhitespace)
        guard rest.first == "\"" else {
            let word = rest.prefix { !$0.isWhitespace }
            rest = rest[word.endIndex...]
            return word.isEmpty ? nil : String(word)
        }
        rest.removeFirst()
        return try quotedWord(&rest)
    }

    /// Takes the rest of a text in quotes.
    private static func quotedWord(_ rest: inout Substring) throws(NetworkError) -> String {
        var word = ""
        while let character = rest.popFirst() {
            if character == "\"", rest.first?.isWhitespace != false { return word }
            guard character != "\"" else { break }
            guard character == "\\" else {
                word.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            word.append(escapes[escaped] ?? escaped)
        }
        throw problem("has a text without a closing quote")
    }

    private static let escapes: [Character: Character] = ["n": "\n", "r": "\r", "t": "\t"]
}
