import Curlew

/// Values of the commands that print lists, and of forms.
extension ArgumentReader {
    /// The value of an option that is a number of things.
    mutating func count(of option: String) throws(UsageError) -> Int {
        guard let count = Int(try value(of: option)), count >= 0 else {
            throw error("\(option) is a number that is not negative")
        }
        return count
    }

    /// Whether `--output`, which takes one value, is there.
    mutating func isJSONOutput() throws(UsageError) -> Bool {
        guard try value(of: "--output") == "json" else { throw error("--output is json") }
        return true
    }

    /// The value of an option that is a name and a value.
    mutating func pair(of option: String) throws(UsageError) -> (name: String, value: String) {
        let text = try value(of: option)
        guard let equals = text.firstIndex(of: "=") else { throw error("\(option) takes NAME=VALUE") }
        return (String(text[..<equals]), String(text[equals...].dropFirst()))
    }
}
