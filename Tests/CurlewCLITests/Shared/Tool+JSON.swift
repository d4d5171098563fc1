import Curlew
import Foundation
import TestSupport

extension Tool.Result {
    /// The standard output as one JSON value.
    func json() throws -> JSONValue { try JSONDecoder().decode(JSONValue.self, from: output) }
}
