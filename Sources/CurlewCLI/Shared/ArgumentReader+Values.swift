import Curlew

/// Values that several commands take.
extension ArgumentReader {
    /// The value of `--transport`.
    mutating func transport() throws(UsageError) -> TransportChoice {
        guard let choice = TransportChoice(rawValue: try value(of: "--transport")) else {
            throw error("--transport is \(TransportChoice.names)")
        }
        return choice
    }

    /// The value of `-H`.
    mutating func field() throws(UsageError) -> HTTPField {
        let text = try value(of: "-H")
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            throw error("-H takes 'Name: value'")
        }
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let value = text[colon...].dropFirst().drop(while: isBlank).reversed().drop(while: isBlank)
        return HTTPField(name: .init(String(text[..<colon])), value: String(value.reversed()))
    }

    /// The value of `--timeout`.
    mutating func timeout() throws(UsageError) -> Duration {
        guard let seconds = Double(try value(of: "--timeout")), (0.001...1e9).contains(seconds) else {
            throw error("--timeout is a number of seconds from 0.001 to 1000000000")
        }
        return .seconds(seconds)
    }
}
