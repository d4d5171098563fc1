import Curlew

/// The arguments of `curlew download`.
struct DownloadArguments {
    var urls: [String] = []
    /// The file's path, if it is not named after the URL.
    var path: String?
    var jobs = 4
    private(set) var call = CallOptions()
    var usesServerName = false
    /// As with curl, a file is stored as it arrives.
    var options = DownloadOptions(contentCoding: .keep)

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "download")
        urls = try reader.operands { name, reader throws(UsageError) in try read(name, &reader) }
            .map(\.withoutFragment)
        try check(reader)
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "-o": path = try reader.value(of: "-o")
        case "--jobs": jobs = try reader.number(of: name, in: 1...64)
        case "--sha256": options.sha256 = try Self.sha256(&reader)
        case "--existing": options.existing = try Self.existing(&reader)
        case "--no-resume": options.resumes = false
        case "--retry": options.maxRetries = try reader.number(of: name, in: 0...1_000_000)
        case "--content-coding": options.contentCoding = try Self.contentCoding(&reader)
        case "--content-disposition": usesServerName = true
        default: try call.read(name, &reader)
        }
    }

    private mutating func check(_ reader: ArgumentReader) throws(UsageError) {
        try call.finish(reader)
        guard !urls.isEmpty else { throw reader.error("a URL is needed") }
        for url in urls { try call.checkAuthorization(of: url, reader) }
        guard urls.count == 1 || path == nil && options.sha256 == nil else {
            throw reader.error("-o and --sha256 need exactly one URL")
        }
        guard path != "-" else {
            throw reader.error("-o takes a file, such as ./-; to print a body, use curlew send")
        }
        guard !usesServerName || path == nil else {
            throw reader.error("-o and --content-disposition cannot be combined")
        }
        guard !usesServerName || options.existing != .keep else {
            throw reader.error(
                "--existing keep needs a name before the response: not with --content-disposition")
        }
        guard Set(downloads.map(\.path)).count == urls.count else {
            throw reader.error("two of the URLs have the same file name")
        }
    }

    private static func sha256(_ reader: inout ArgumentReader) throws(UsageError) -> String {
        let text = try reader.value(of: "--sha256")
        guard (try? FileChecksum(text)) != nil else {
            throw reader.error("--sha256 takes 64 hexadecimal digits")
        }
        return text
    }

    private static func contentCoding(
        _ reader: inout ArgumentReader
    ) throws(UsageError) -> DownloadOptions.ContentCoding {
        switch try reader.value(of: "--content-coding") {
        case "keep": return .keep
        case "refuse": return .refuse
        default: throw reader.error("--content-coding takes keep or refuse")
        }
    }

    private static func existing(
        _ reader: inout ArgumentReader
    ) throws(UsageError) -> DownloadOptions.ExistingFile {
        guard let existing = DownloadOptions.ExistingFile(rawValue: try reader.value(of: "--existing")) else {
            let names = DownloadOptions.ExistingFile.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.error("--existing takes one of \(names)")
        }
        return existing
    }
}

extension DownloadArguments {
    /// The endpoints, and the file of each.
    var downloads: [(endpoint: Endpoint<Void>, path: String)] {
        urls.map { url in
            let endpoint = Endpoint<Void>.get(url: url, fields: call.fields, options: call.options)
            return (endpoint, path ?? FileName.ofURL(url))
        }
    }

    static let usage = """
        curlew download URL... [options]

        Downloads each URL into a file in the current directory, named after the URL's path. An interrupted download,
        by SIGINT too, resumes when the same command is run again; until it is complete, its bytes are in
        FILE.curlew-part. If the connection stalls, breaks or is refused, and after 408, 429, 500, 502, 503 and 504,
        the download is retried as long as it makes progress. A terminal shows a progress line; otherwise nothing is
        printed.

          -o FILE                the file, for one URL
          --jobs N               how many URLs to download at the same time (default: 4)
          --sha256 HEX           the SHA-256 that the file must have, for one URL
          --existing WHAT        if the file exists: fail (the default), replace it, or keep it, which takes it as
                                 complete and sends nothing
          --retry N              how many attempts without progress may follow a failure (default: 5), after 1 s, 2 s,
                                 4 s and so on up to 60 s, or longer if Retry-After says so
          --content-coding WHAT  if the server encodes the body although identity was requested, such as an archive
                                 labelled gzip: keep (the default) stores the bytes as they arrive, refuse fails;
                                 urlsession always refuses
          --no-resume            start over, and remove the partial file after a failure
          --content-disposition  name the file as the server says once it is complete; fails if another URL has
                                 that name; not with --existing keep, which sends nothing
          --transport NAME       libcurl (the default) or urlsession
        \(NetworkOptions.usage(indent: 2))
          -H 'Name: value'       add a field; can be repeated
          --timeout SECONDS      total time limit (default: 30 s for each head, 60 s of idleness)

        Exits with 0 if every file is complete, otherwise with the code of the first URL that failed. See:
        curlew help exit-codes
        """
}
