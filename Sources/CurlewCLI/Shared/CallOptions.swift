import Curlew
import ShippedTransports

/// The options of every command that calls a server.
struct CallOptions {
    var url = ""
    var transport = TransportChoice.libcurl
    var fields = HTTPFields()
    /// The total time limit; nil for the default limits.
    var timeout: Duration?
    private(set) var network = NetworkOptions()
    /// What the network options amount to.
    private(set) var configuration = TransportConfiguration(proxy: .environment)

    /// Reads one of these options; throws for any other.
    mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--transport": transport = try reader.transport()
        case "-H": fields.append(try reader.field())
        case "--timeout": timeout = try reader.timeout()
        default:
            guard try network.read(name, &reader) else { throw reader.unknown(.option(name)) }
        }
    }

    /// All options are read: throws if the network options contradict each other.
    mutating func finish(_ reader: ArgumentReader) throws(UsageError) {
        configuration = try network.configuration(reader)
    }

    /// Takes the URL, which is the only operand.
    mutating func setURL(_ operands: [String], _ reader: ArgumentReader) throws(UsageError) {
        guard let url = operands.first, operands.count == 1 else {
            throw reader.error("exactly one URL is needed")
        }
        self.url = url
        try finish(reader)
        try checkAuthorization(of: url, reader)
    }

    /// Throws if a request to the URL would have more than one authorization.
    func checkAuthorization(of url: String, _ reader: ArgumentReader) throws(UsageError) {
        guard authorizationCount(of: url) <= 1 else {
            throw reader.error("only one authorization is allowed: -H or a password in the URL")
        }
    }

    /// The number of authorizations: those of the fields, and that of the URL.
    func authorizationCount(of url: String) -> Int {
        fields[values: .authorization].count + (Self.hasUserInfo(url) ? 1 : 0)
    }

    /// Whether a URL has a user name or a password.
    private static func hasUserInfo(_ url: String) -> Bool {
        guard let start = url.firstRange(of: "://")?.upperBound else { return false }
        return url.utf8[start...].prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: "@"))
    }

    /// A total limit replaces the default limits.
    var options: EndpointOptions {
        EndpointOptions(
            timeouts: timeout.map { .init(head: Timeouts.unlimited, idle: Timeouts.unlimited, total: $0) }
                ?? Timeouts.Overrides(),
            transport: .init(decoding: .automatic, httpVersion: network.httpVersion))
    }

    /// The client of a command.
    func client(_ configuration: Client.Configuration = Client.Configuration()) -> Client {
        Client(transport: transport.make(self.configuration), configuration: configuration)
    }
}

extension String {
    /// The URL without its fragment, which is never sent.
    var withoutFragment: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: "#") })) }
}
