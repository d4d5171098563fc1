import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A request as JSON, in the form of httpbin.org's responses.
enum RequestText {
    /// Everything known about the request.
    static func json(of request: LoopbackServer.ReceivedRequest) -> JSONText {
        let type = request["Content-Type"]?.prefix { $0 != ";" } ?? ""
        let isForm = type.trimmingBlanks.equalsIgnoringCase("application/x-www-form-urlencoded")
        let isJSON = JSONSyntax.isValid(request.body)
        return .object(
            [
                ("method", .string(request.method)),
                ("data", isForm ? .string("") : data(request.body)),
                ("json", isJSON ? .encoded(request.body) : .null),
                ("form", isForm ? grouped(FormText.fields(in: request.body)) : .object([])),
            ] + members(of: request))
    }

    /// What is known from the head alone.
    static func members(of request: LoopbackServer.ReceivedRequest) -> [(String, JSONText)] {
        [
            ("args", grouped(request.query)),
            ("headers", fields(of: request)),
            ("origin", .string("127.0.0.1")),
            ("url", .string("http://\(request["Host"] ?? "")\(request.target)")),
        ]
    }

    /// The fields, names in title case, the values of a repeated one joined with a comma.
    static func fields(of request: LoopbackServer.ReceivedRequest) -> JSONText {
        let fields = request.fields.map { LoopbackServer.Field(titleCased($0.name), $0.value) }
        return .object(groups(fields).map { ($0.name, .string($0.values.joined(separator: ","))) })
    }

    private static func grouped(_ fields: [LoopbackServer.Field]) -> JSONText {
        .object(
            groups(fields).map { group in
                let values = group.values.map(JSONText.string)
                return (group.name, values.count == 1 ? values[0] : .array(values))
            })
    }

    private static func groups(_ fields: [LoopbackServer.Field]) -> [(name: String, values: [String])] {
        var groups: [(name: String, values: [String])] = []
        var places: [String: Int] = [:]
        for field in fields {
            if let place = places[field.name] {
                groups[place].values.append(field.value)
            } else {
                places[field.name] = groups.count
                groups.append((field.name, [field.value]))
            }
        }
        return groups
    }

    private static func titleCased(_ name: String) -> String {
        var isStart = true
        let bytes = name.utf8.map { byte in
            let lower = byte.asciiLowercased
            defer { isStart = byte == UInt8(ascii: "-") }
            return isStart && (97...122).contains(lower) ? lower - 32 : lower
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func data(_ bytes: [UInt8]) -> JSONText {
        if let text = String(validating: bytes, as: UTF8.self) { return .string(text) }
        return .string("data:application/octet-stream;base64,\(Data(bytes).base64EncodedString())")
    }
}
