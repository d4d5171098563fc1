import Curlew

/// The arguments of `curlew download`.
struct DownloadArguments {
    var urls: [String] = []
    /// The file's path, where it is not named after the URL.
    var path: String?
    var jobs = 4
    private(set) var call = CallOptions()
    var usesServerName = false
    /// As with curl, a file is stored as it comes.
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

    private func check(_ reader: ArgumentReader) throws(UsageError) {
        guard !urls.isEmpty else { throw reader.error("a URL is needed") }
        for url in urls { try call.checkAuthorization(of: url, reader) }
        guard urls.count == 1 || path == nil && options.sha256 == nil else {
            throw reader.error("-o and --sha256 are for one URL")
        }
        guard path != "-" else {
            throw reader.error("-o takes a file, such as ./-; curlew send prints what it receives")
        }
        guard !usesServerName || path == nil else {
            throw reader.error("the name comes from -o or from the server, not from both")
        }
        guard !usesServerName || options.existing != .keep else {
            throw reader.error("what --existing keep looks for has no name before the server answers")
        }
        guard Set(downloads.map(\.path)).count == urls.count else {
            throw reader.error("two of the URLs have the same file name")
        }
    }

    private static func sha256(_ reader: inout ArgumentReader) throws(UsageError) -> String {
        let text = try reader.value(of: "--sha256")
        guard (try? FileChecksum(text)) != nil else {
            throw reader.error("--sha256 is 64 hexadecimal digits")
        }
        return text
    }

    private static func contentCoding(
        _ reader: inout ArgumentReader
    ) throws(UsageError) -> DownloadOptions.ContentCoding {
        switch try reader.value(of: "--content-coding") {
        case "keep": return .keep
        case "refuse": return .refuse
        default: throw reader.error("--content-coding is keep or refuse")
        }
    }

    private static func existing(
        _ reader: inout ArgumentReader
    ) throws(UsageError) -> DownloadOptions.ExistingFile {
        guard let existing = DownloadOptions.ExistingFile(rawValue: try reader.value(of: "--existing")) else {
            let names = DownloadOptions.ExistingFile.allCases.map(\.rawValue).joined(separator: ", ")
            throw reader.error("--existing is one of \(names)")
        }
        return existing
    }
}

extension DownloadArguments {
    /// What is downloaded, and where to.
    var downloads: [(endpoint: Endpoint<Void>, path: String)] {
        urls.map { url in
            let endpoint = Endpoint<Void>.get(url: url, fields: call.fields, options: call.options)
            return (endpoint, path ?? FileName.ofURL(url))
        }
    }

    static let usage = """
        curlew download URL... [options]

        Downloads each URL into a file that is named after the URL's path, in the current directory. A download that
        was interrupted, by SIGINT too, resumes where it ended when the same command is run again; until it is complete
        the bytes are in FILE.curlew-part. When the connection stalls, breaks off or is refused, and after 408, 429, 500,
        502, 503 and 504, another attempt follows, as long as there is progress. On a terminal a line shows how far it
        is; elsewhere nothing is printed.

          -o FILE                the file, for one URL
          --jobs N               how many URLs are downloaded at a time, 4 unless given
          --sha256 HEX           the SHA-256 that the file must have, for one URL
          --existing WHAT        what to do about a file that is there already: fail (the default), replace, or keep,
                                 which takes it for complete and sends nothing
          --retry N              how many attempts in a row may follow a failure without progress, 5 unless given, after
                                 1 s, 2 s, 4 s and so on up to 60 s, or longer where Retry-After says so
          --content-coding WHAT  what to do about a body that the server encodes although identity was asked for, such
                                 as an archive labelled gzip: keep (the default) stores the bytes as they come, refuse
                                 is an error; urlsession always refuses
          --no-resume            start anew, and leave nothing behind after a failure
          --content-disposition  name the file as the server says, once it is complete; a name that another of the
                                 URLs has is an error; not with --existing keep, which sends nothing
          --transport NAME       libcurl (the default) or urlsession
          -H 'Name: value'       add a field; can be repeated
          --timeout SECONDS      the limit over everything; otherwise 30 s for each head, 60 s of idleness

        Ends with 0 when every file is there, otherwise with the code of the first URL that failed; see:
        curlew help exit-codes
        """
}
