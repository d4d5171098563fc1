/// An exchange is equal to itself only.
extension Exchange: Hashable {
    static func == (left: Exchange, right: Exchange) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
