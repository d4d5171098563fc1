#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// Downloads URLs into files, some at a time.
struct DownloadCommand {
    let arguments: DownloadArguments
    private let display: ProgressDisplay

    init(arguments: DownloadArguments) {
        self.arguments = arguments
        display = ProgressDisplay(isShown: StandardStreams.isErrorATerminal, count: arguments.urls.count)
    }

    /// Ends with the code of the first URL that failed; a termination signal cancels what still runs.
    func run() -> Never {
        Interruption.cancelling { await runAll() }
    }

    @concurrent private func runAll() async -> ExitCode {
        let downloads = arguments.downloads
        var codes = Array(repeating: ExitCode.success, count: downloads.count)
        await withTaskGroup(of: (Int, ExitCode).self) { group in
            for index in downloads.indices {
                if index >= arguments.jobs, let (index, code) = await group.next() { codes[index] = code }
                group.addTask { (index, await run(index, downloads[index].call, downloads[index].path)) }
            }
            for await (index, code) in group { codes[index] = code }
        }
        display.close()
        return codes.first { $0 != .success } ?? .success
    }

    private func run(_ index: Int, _ call: CallOptions, _ path: String) async -> ExitCode {
        defer { display.ended(at: index) }
        do throws(NetworkError) {
            try rename(try await download(index, call, path))
            return .success
        } catch {
            let message = error.code == .cancelled ? "interrupted" : error.message
            display.write("curlew: \(path): \(error.code): \(message)\(hint(error, path))")
            return ExitCode(error.code)
        }
    }

    private func download(
        _ index: Int, _ call: CallOptions, _ path: String
    ) async throws(NetworkError) -> DownloadedFile {
        let show: @Sendable (TransferProgress) -> Void = { display.show($0, of: path, at: index) }
        return try await call.client().download(
            arguments.endpoint, to: path, options: arguments.options, progress: display.isShown ? show : nil)
    }

    /// Gives the file the name that the server has for it; throws `.fileFailed` when that name is taken.
    private func rename(_ file: DownloadedFile) throws(NetworkError) {
        guard arguments.usesServerName, let field = file.fields["Content-Disposition"],
            let serverName = ContentDisposition(field).fileName
        else { return }
        let name = FileName.sanitized(serverName)
        if name != file.path { try DownloadTarget(name).take(file.path, arguments.options.existing) }
    }

    private func hint(_ error: NetworkError, _ path: String) -> String {
        guard arguments.options.resumes, error.code != .fileFailed,
            FileManager.default.fileExists(atPath: "\(path).curlew-part")
        else { return "" }
        return "; the same command goes on from there"
    }
}
