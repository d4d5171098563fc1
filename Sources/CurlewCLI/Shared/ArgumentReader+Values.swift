import Curlew
import ShippedTransports

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
        let value = text[colon...].utf8.dropFirst().trimmingOptionalWhitespace()
        return HTTPField(name: .init(String(text[..<colon])), value: String(Substring(value)))
    }

    /// The value of `--timeout`.
    mutating func timeout() throws(UsageError) -> Duration {
        guard let seconds = Double(try value(of: "--timeout")), (0.001...1e9).contains(seconds) else {
            throw error("--timeout takes a number of seconds from 0.001 to 1000000000")
        }
        return .seconds(seconds)
    }

    /// The value of an option that takes a whole number.
    mutating func number(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value(of: option)
        // No sign is allowed.
        guard text.utf8.allSatisfy(\.isASCIIDigit), let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "on" : "to \(range.upperBound)"
            throw error("\(option) takes a whole number from \(range.lowerBound) \(end)")
        }
        return number
    }

    /// Reads the value of `--output`, of which only one is valid.
    mutating func readJSONOutput() throws(UsageError) {
        guard try value(of: "--output") == "json" else { throw error("--output is json") }
    }

    /// The value of an option that takes a name and a value.
    mutating func pair(of option: String) throws(UsageError) -> (name: String, value: String) {
        let text = try value(of: option)
        guard let equals = text.firstIndex(of: "=") else { throw error("\(option) takes NAME=VALUE") }
        return (String(text[..<equals]), String(text[equals...].dropFirst()))
    }
}
