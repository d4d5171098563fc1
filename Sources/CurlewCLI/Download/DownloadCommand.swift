import Curlew

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Downloads URLs into files, several at a time.
struct DownloadCommand {
    let arguments: DownloadArguments
    private let client: Client
    private let display: ProgressDisplay
    private let names: TakenNames

    init(arguments: DownloadArguments) {
        self.arguments = arguments
        client = arguments.call.client()
        display = ProgressDisplay(isShown: StandardStreams.isErrorATerminal, count: arguments.urls.count)
        names = TakenNames(arguments.downloads.map(\.path))
    }

    /// Exits with the code of the first URL that failed; a termination signal cancels the running downloads.
    func run() -> Never {
        Interruption.cancelling { await runAll() }
    }

    @concurrent private func runAll() async -> ExitCode {
        let downloads = arguments.downloads
        var codes = Array(repeating: ExitCode.success, count: downloads.count)
        await withTaskGroup(of: (Int, ExitCode).self) { group in
            for index in downloads.indices {
                if index >= arguments.jobs, let (index, code) = await group.next() { codes[index] = code }
                group.addTask { (index, await run(index, downloads[index].endpoint, downloads[index].path)) }
            }
            for await (index, code) in group { codes[index] = code }
        }
        display.close()
        return codes.first { $0 != .success } ?? .success
    }

    private func run(_ index: Int, _ endpoint: Endpoint<Void>, _ path: String) async -> ExitCode {
        defer { display.ended(at: index) }
        do throws(NetworkError) {
            try rename(try await download(index, endpoint, path))
            return .success
        } catch {
            display.write("curlew: \(path): \(error.code): \(message(error))\(hint(error, endpoint, path))")
            return ExitCode(error.code)
        }
    }

    /// When a total limit leaves no time for another attempt, its message includes the failure of the last one.
    private func message(_ error: NetworkError) -> String {
        if error.code == .cancelled { return "interrupted" }
        guard let cause = error.underlying as? NetworkError else {
            return error.message.replacing(
                DownloadOptions.ContentCoding.nameOfKeep, with: "--content-coding keep")
        }
        return "\(error.message); the last attempt was \(cause.code): \(cause.message)"
    }

    private func download(
        _ index: Int, _ endpoint: Endpoint<Void>, _ path: String
    ) async throws(NetworkError) -> DownloadedFile {
        let show: @Sendable (TransferProgress) -> Void = { display.show($0, of: path, at: index) }
        return try await client.download(
            endpoint, to: path, options: arguments.options, progress: display.isShown ? show : nil)
    }

    /// Renames the file to the server's name for it, if any; throws `.fileFailed` if that name is taken.
    ///
    /// Never replaces a file of this run, even if older files may be replaced.
    private func rename(_ file: DownloadedFile) throws(NetworkError) {
        guard arguments.usesServerName, let field = file.fields[values: .contentDisposition].first,
            let name = ContentDisposition(field).fileName.flatMap(FileName.sanitized), name != file.path
        else { return }
        guard names.take(name) else {
            throw .fileFailed(
                "write", path: name, errno: EEXIST, reason: "another URL has the same file name")
        }
        try DownloadTarget(name).take(file.path, arguments.options.existing)
    }

    /// If the transport or the options do not support it, a second run would fail the same way.
    private func hint(_ error: NetworkError, _ endpoint: Endpoint<Void>, _ path: String) -> String {
        guard error.code != .fileFailed, error.code != .unsupported,
            client.canResumeDownload(of: endpoint, to: path, options: arguments.options)
        else { return "" }
        return "; run the same command again to resume"
    }
}
