/// What an error of an encoder or decoder says, without any value of the body.
package enum CodingPlace {
    /// What was wrong and where, in parentheses after a space; empty for another error.
    package static func suffix(of error: any Error) -> String {
        text(of: error).map { " (\($0))" } ?? ""
    }

    private static func text(of error: any Error) -> String? {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "no value for \(path(context.codingPath + [key]))"
        case DecodingError.valueNotFound(let type, let context):
            "null at \(path(context.codingPath)), expected \(type)"
        case DecodingError.typeMismatch(let type, let context):
            "expected \(type) at \(path(context.codingPath))"
        case DecodingError.dataCorrupted(let context):
            invalidValue(context.codingPath)
        // Without a path: the keys of a dictionary are data of the caller's, which may be secret.
        case EncodingError.invalidValue(let value, let context): problem(value, context)
        default: nil
        }
    }

    private static func problem(_ value: Any, _ context: EncodingError.Context) -> String {
        if let problem = context.underlyingError as? FormProblem { return problem.rawValue }
        let isFinite = (value as? any BinaryFloatingPoint)?.isFinite ?? true
        return isFinite ? "invalid value" : FormProblem.notFinite.rawValue
    }

    /// Without a path for text that is not JSON at all, and for a number that does not fit: JSONDecoder does not say where.
    private static func invalidValue(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "invalid data" : "invalid value at \(path(keys))"
    }

    /// Such as `items[1].user.id`.
    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the top level" }
        return keys.reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
