#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// The arguments of `curlew pages`.
struct PagesOptions {
    var call = CallOptions()
    var count = Int.max
    var prefetch = 0
    var allowsOtherOrigins = false

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "pages")
        let operands = try reader.operands { name, reader throws(UsageError) in try read(name, &reader) }
        try call.setURL(operands, reader)
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--count": count = try reader.number(of: name, in: 0...Int.max)
        case "--prefetch": prefetch = try reader.number(of: name, in: 0...100)
        case "--other-origins": allowsOtherOrigins = true
        default: try call.read(name, &reader)
        }
    }

    /// The first page.
    var endpoint: Endpoint<Data> {
        .get(url: call.url, fields: call.fields, options: call.options)
    }

    static let usage = """
        curlew pages URL [options]

        Prints a page and those that follow it by their Link fields (rel="next"), each followed by a line end.

          --transport NAME     libcurl (the default) or urlsession
        \(NetworkOptions.usage(indent: 2))
          -H 'Name: value'     add a field; can be repeated
          --count N            stop after N pages
          --prefetch N         fetch N pages ahead, at most 100
          --other-origins      follow links to another scheme, host or port too, without the fields that carry secrets
          --timeout SECONDS    time limit of each page, such as 2.5 (default: 30 s for the head, 60 s of idleness)

        Exits with 0 after the last page, with 118 if a page links to an earlier one, with 111 if it links to another
        origin. See: curlew help exit-codes
        """
}
