/// An exchange is equal only to itself.
extension Exchange: Hashable {
    static func == (left: Exchange, right: Exchange) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
