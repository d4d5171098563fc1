import Curlew
import ShippedTransports

/// What every command takes that calls a server.
struct CallOptions {
    var url = ""
    var transport = TransportChoice.libcurl
    var fields = HTTPFields()
    /// The limit over everything, nil for the default ones.
    var timeout: Duration?

    /// Reads an option that is one of these; throws for another one.
    mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--transport": transport = try reader.transport()
        case "-H": fields.append(try reader.field())
        case "--timeout": timeout = try reader.timeout()
        default: throw reader.unknown(.option(name))
        }
    }

    /// Takes the URL, which is the only operand.
    mutating func setURL(_ operands: [String], _ reader: ArgumentReader) throws(UsageError) {
        guard let url = operands.first, operands.count == 1 else { throw reader.error("one URL is needed") }
        self.url = url
        try checkAuthorization(of: url, reader)
    }

    /// Throws when a request to a URL had more than one.
    func checkAuthorization(of url: String, _ reader: ArgumentReader) throws(UsageError) {
        guard authorizationCount(of: url) <= 1 else {
            throw reader.error("a request has one authorization: -H or a password in the URL, once")
        }
    }

    /// How many authorizations there are: those of the fields, and that of a URL.
    func authorizationCount(of url: String) -> Int {
        fields[values: .authorization].count + (Self.hasUserInfo(url) ? 1 : 0)
    }

    /// Whether a URL has a user name or a password.
    private static func hasUserInfo(_ url: String) -> Bool {
        guard let start = url.firstRange(of: "://")?.upperBound else { return false }
        return url.utf8[start...].prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
    }

    /// One limit over everything takes the place of the default ones.
    var options: EndpointOptions {
        EndpointOptions(timeouts: timeout.map { .total($0) } ?? Timeouts.Overrides())
    }

    /// The client of a command.
    func client(_ configuration: Client.Configuration = Client.Configuration()) -> Client {
        Client(transport: transport.transport, configuration: configuration)
    }
}

extension String {
    /// The URL without what is not sent.
    var withoutFragment: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: "#") })) }
}
