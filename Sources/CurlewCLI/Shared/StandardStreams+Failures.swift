import Curlew

extension StandardStreams {
    /// Runs a command's work and explains on standard error what it throws.
    static func exitCode(of work: () async throws -> Void) async -> ExitCode {
        do {
            try await work()
            return .success
        } catch let error as WriteError {
            return cannotWrite(error)
        } catch {
            let error = NetworkError.wrapping(error, as: .encodingFailed, "the output could not be encoded")
            let place = error.request.map { " (\($0))" } ?? ""
            writeError("curlew: \(error.code): \(error.message)\(place)")
            return ExitCode(error.code)
        }
    }
}

extension String {
    /// The URL without what is not sent: a client takes no fragment in its base URL.
    var withoutFragment: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: "#") })) }
}
