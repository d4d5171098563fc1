import Curlew

/// The names that files of one run have, or may get from their URLs, so that none replaces another.
final class TakenNames: Sendable {
    private let names: Lock<Set<String>>

    init(_ names: [String]) {
        self.names = Lock(Set(names))
    }

    /// Takes a name; false when it was taken before.
    func take(_ name: String) -> Bool {
        names.withLock { $0.insert(name).inserted }
    }
}
