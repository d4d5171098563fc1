import Curlew
import Testing

extension ResendRuleTests {
    /// One line of a table whose first line names the columns.
    struct Row: Sendable, CustomTestStringConvertible {
        struct UnknownCell: Error {
            let text: String
        }

        private let cells: [String: String]
        let testDescription: String

        static func read(_ table: String) -> [Row] {
            let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            return lines.dropFirst().map { Row(columns: lines[0], cells: $0) }
        }

        private init(columns: [String], cells: [String]) {
            self.cells = Dictionary(uniqueKeysWithValues: zip(columns, cells))
            testDescription = cells.joined(separator: " ")
        }

        subscript(column: String) -> String {
            get throws {
                guard let cell = cells[column] else { throw UnknownCell(text: column) }
                return cell
            }
        }

        func `is`(_ column: String) throws -> Bool {
            switch try self[column] {
            case "yes": return true
            case "no": return false
            case let text: throw UnknownCell(text: text)
            }
        }

        var attempt: Attempt {
            get throws {
                let text = try self["attempt"]
                guard let attempt = Attempt(rawValue: text) else { throw UnknownCell(text: text) }
                return attempt
            }
        }

        var method: HTTPRequest.Method {
            get throws { HTTPRequest.Method(rawValue: try self["method"]) }
        }
    }
}
