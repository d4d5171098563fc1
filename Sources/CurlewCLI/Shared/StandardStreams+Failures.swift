import Curlew

extension StandardStreams {
    /// Runs a command's work, and explains on standard error any error it throws.
    static func exitCode(of work: () async throws -> ExitCode) async -> ExitCode {
        do {
            return try await work()
        } catch let error as WriteError {
            return cannotWrite(error)
        } catch {
            return explain(.wrapping(error, as: .encodingFailed, "the output could not be encoded"))
        }
    }

    private static func explain(_ error: NetworkError) -> ExitCode {
        writeError("curlew: \(error.code): \(error.message)\(place(of: error))")
        return ExitCode(error.code)
    }

    private static func place(of error: NetworkError) -> String {
        guard let request = error.request else { return "" }
        let last = error.redirects.isEmpty ? nil : error.target
        return " (\(request)\(last.map { ", redirected to \($0)" } ?? ""))"
    }
}
