import Curlew

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The arguments of `curlew pages`.
struct PagesOptions {
    var url = ""
    var transport = TransportChoice.libcurl
    var fields = HTTPFields()
    var timeout: Duration?
    var count = Int.max
    var prefetch = 0
    var allowsOtherOrigins = false

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "pages")
        var operands: [String] = []
        while let argument = try reader.next() {
            switch argument {
            case .operand(let operand): operands.append(operand)
            case .option(let name): try read(name, &reader)
            }
        }
        guard let url = operands.first, operands.count == 1 else { throw reader.error("one URL is needed") }
        self.url = url
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--transport": transport = try reader.transport()
        case "-H": fields.append(try reader.field())
        case "--timeout": timeout = try reader.timeout()
        case "--count": count = try reader.count(of: name)
        case "--prefetch": prefetch = min(try reader.count(of: name), 100)
        case "--other-origins": allowsOtherOrigins = true
        default: throw reader.unknown(.option(name))
        }
    }

    /// The first page.
    var endpoint: Endpoint<Data> {
        .get("", fields: fields, timeouts: timeout.map { Timeouts(head: nil, idle: nil, total: $0) })
    }

    static let usage = """
        curlew pages URL [options]

        Prints a page and those that follow it by their Link fields (rel="next"), each one ended by a line end.

          --transport NAME     libcurl (the default) or urlsession
          -H 'Name: value'     add a field; can be repeated
          --count N            end after so many pages
          --prefetch N         fetch so many pages ahead, at most 100
          --other-origins      follow to another scheme, host or port too, without the fields that carry secrets
          --timeout SECONDS    the limit of each page, such as 2.5; otherwise 30 s for the head, 60 s of idleness

        Ends with 0 behind the last page, with 118 when a page leads to one that was there before, with 111 when it
        leads to another origin; see: curlew help exit-codes
        """
}
