import Curlew

extension JSONValue {
    /// How the value differs from a recorded one, place by place.
    func differences(from recorded: JSONValue, at place: String, ignoring names: Set<String>) -> [String] {
        switch (self, recorded) {
        case (.object(let left), .object(let right)):
            Set(left.keys).union(right.keys).subtracting(names).sorted().flatMap { name in
                Self.differences(left[name], right[name], at: "\(place).\(name)", ignoring: names)
            }
        case (.array(let left), .array(let right)):
            (0..<max(left.count, right.count)).flatMap { index in
                Self.differences(
                    index < left.count ? left[index] : nil, index < right.count ? right[index] : nil,
                    at: "\(place)[\(index)]", ignoring: names)
            }
        case (.number(let left), .number(let right)) where left.isEqual(to: right): []
        default: self == recorded ? [] : ["the body's \(place) is \(text), recorded is \(recorded.text)"]
        }
    }

    private static func differences(
        _ left: JSONValue?, _ right: JSONValue?, at place: String, ignoring names: Set<String>
    ) -> [String] {
        switch (left, right) {
        case (let left?, let right?): left.differences(from: right, at: place, ignoring: names)
        case (let left?, nil): ["the body's \(place) is \(left.text), recorded is nothing"]
        case (nil, let right?): ["the body's \(place) is missing, recorded is \(right.text)"]
        case (nil, nil): []
        }
    }

    /// The value for messages; of arrays and objects only the size.
    private var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .array(let items): "an array of \(items.count)"
        case .object(let members): "an object with \(members.keys.sorted().joined(separator: ", "))"
        }
    }
}

extension JSONNumber {
    /// Whether the numbers are equal, however they are written.
    fileprivate func isEqual(to other: JSONNumber) -> Bool {
        if let left = intValue, let right = other.intValue { return left == right }
        return self == other || doubleValue != nil && doubleValue == other.doubleValue
    }
}
