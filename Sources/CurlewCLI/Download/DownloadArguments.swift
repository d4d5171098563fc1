#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// The arguments of `curlew download`.
struct DownloadArguments {
    var urls: [String] = []
    /// The file's path, where it is not named after the URL.
    var path: String?
    var jobs = 4
    var transport = TransportChoice.libcurl
    var fields = HTTPFields()
    var timeout: Duration?
    var usesServerName = false
    var options = DownloadOptions()

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "download")
        while let argument = try reader.next() {
            switch argument {
            case .operand(let url): urls.append(url.withoutFragment)
            case .option(let name): try read(name, &reader)
            }
        }
        try check(reader)
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "-o": path = try reader.value(of: "-o")
        case "--jobs": jobs = try Self.jobs(&reader)
        case "--sha256": options.sha256 = try Self.sha256(&reader)
        case "--existing": options.existing = try Self.existing(&reader)
        case "--no-resume": options.resumes = false
        case "--content-disposition": usesServerName = true
        case "--transport": transport = try reader.transport()
        case "-H": fields.append(try reader.field())
        case "--timeout": timeout = try reader.timeout()
        default: throw reader.unknown(.option(name))
        }
    }

    private func check(_ reader: ArgumentReader) throws(UsageError) {
        guard !urls.isEmpty else { throw reader.error("a URL is needed") }
        guard urls.count == 1 || path == nil && options.sha256 == nil else {
            throw reader.error("-o and --sha256 are for one URL")
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

    private static func jobs(_ reader: inout ArgumentReader) throws(UsageError) -> Int {
        guard let jobs = Int(try reader.value(of: "--jobs")), (1...64).contains(jobs) else {
            throw reader.error("--jobs is a number from 1 to 64")
        }
        return jobs
    }

    private static func sha256(_ reader: inout ArgumentReader) throws(UsageError) -> String {
        let text = try reader.value(of: "--sha256")
        guard text.utf8.count == 64, text.allSatisfy(\.isHexDigit) else {
            throw reader.error("--sha256 is 64 hexadecimal digits")
        }
        return text
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
    var downloads: [(url: String, path: String)] {
        urls.map { ($0, path ?? FileName.ofURL($0)) }
    }

    var endpoint: Endpoint<Data> {
        // One limit over everything takes the place of the default ones.
        .get("", fields: fields, timeouts: timeout.map { Timeouts.total($0) })
    }

    static let usage = """
        curlew download URL... [options]

        Downloads each URL into a file that is named after the URL's path, in the current directory. A download that
        was interrupted, by SIGINT too, goes on where it ended when the same command is run again; until it is complete
        the bytes are in FILE.curlew-part. On a terminal a line shows how far it is; elsewhere nothing is printed.

          -o FILE                the file, for one URL
          --jobs N               how many URLs are downloaded at a time, 4 unless given
          --sha256 HEX           the SHA-256 that the file must have, for one URL
          --existing WHAT        what to do about a file that is there already: fail (the default), replace, or keep,
                                 which takes it for complete and sends nothing
          --no-resume            start anew, and leave nothing behind after a failure
          --content-disposition  name the file as the server says, once it is complete; not with
                                 --existing keep, which sends nothing
          --transport NAME       libcurl (the default) or urlsession
          -H 'Name: value'       add a field; can be repeated
          --timeout SECONDS      the limit over everything; otherwise 30 s for each head, 60 s of idleness

        Ends with 0 when every file is there, otherwise with the code of the first URL that failed; see:
        curlew help exit-codes
        """
}
