import Curlew

/// The options about the way to a server and TLS, by curl's names.
struct NetworkOptions {
    private var proxy: String?
    private var noProxy: String?
    private var trustStores: [TransportConfiguration.TrustStore] = []
    private var certificate: String?
    private var key: String?
    private var password: String?
    private var tls = TransportConfiguration.TLS()
    private var names = TransportConfiguration.NameOptions()
    private var unixSocket: TransportConfiguration.UnixSocket?
    private(set) var httpVersion = HTTPRequest.VersionChoice.automatic
    /// Whether any of them was given.
    private(set) var areGiven = false

    /// Reads one of these options; returns whether it is one.
    mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) -> Bool {
        // `||` would forget the type of the error.
        var isKnown = try readPath(name, &reader)
        if !isKnown { isKnown = try readTLS(name, &reader) }
        if !isKnown { isKnown = try readNames(name, &reader) }
        if isKnown { areGiven = true }
        return isKnown
    }

    private mutating func readPath(
        _ name: String, _ reader: inout ArgumentReader
    ) throws(UsageError) -> Bool {
        switch name {
        case "-x", "--proxy": proxy = try reader.value(of: name)
        case "--noproxy": noProxy = try reader.value(of: name)
        case "--unix-socket": unixSocket = .path(try reader.value(of: name))
        case "--abstract-unix-socket": unixSocket = .abstract(try reader.value(of: name))
        case "--http1.1": httpVersion = .http1_1
        case "--http2": httpVersion = .automatic
        default: return false
        }
        return true
    }

    private mutating func readTLS(
        _ name: String, _ reader: inout ArgumentReader
    ) throws(UsageError) -> Bool {
        switch name {
        case "--cacert": trustStores.append(.file(try reader.value(of: name)))
        case "--capath": trustStores.append(.folder(try reader.value(of: name)))
        case "-E", "--cert": certificate = try reader.value(of: name)
        case "--key": key = try reader.value(of: name)
        case "--pass": password = try reader.value(of: name)
        case "-k", "--insecure": tls.verification = .insecurelyDisabled
        case "--pinnedpubkey": tls.pins = try Self.pins(try reader.value(of: name), reader)
        case "--crlfile": tls.revocationList = try reader.value(of: name)
        case "--tlsv1.3": tls.minimumVersion = .tls1_3
        case "--ciphers": tls.ciphers = try reader.value(of: name)
        case "--tls13-ciphers": tls.ciphersOfTLS1_3 = try reader.value(of: name)
        default: return false
        }
        return true
    }

    private mutating func readNames(
        _ name: String, _ reader: inout ArgumentReader
    ) throws(UsageError) -> Bool {
        switch name {
        case "--resolve": names.overrides.append(try Self.override(try reader.value(of: name), reader))
        case "--connect-to": names.connectTo.append(try Self.connectTo(try reader.value(of: name), reader))
        case "--interface": names.interface = try reader.value(of: name)
        case "-4", "--ipv4": names.addressFamily = .ipv4
        case "-6", "--ipv6": names.addressFamily = .ipv6
        default: return false
        }
        return true
    }

    /// The configuration of the command's transport; without `--proxy` the environment chooses, as for curl.
    func configuration(_ reader: ArgumentReader) throws(UsageError) -> TransportConfiguration {
        var configuration = TransportConfiguration(tls: tls, unixSocket: unixSocket, names: names)
        if trustStores.count > 1 {
            configuration.tls.trustStore = .union(trustStores)
        } else if let store = trustStores.first {
            configuration.tls.trustStore = store
        }
        configuration.tls.identity = identity
        guard unixSocket == nil else {
            guard proxy == nil else { throw reader.error("only one of --proxy and --unix-socket is allowed") }
            return configuration
        }
        configuration.proxy = try chosenProxy(reader)
        return configuration
    }

    private func chosenProxy(_ reader: ArgumentReader) throws(UsageError) -> TransportConfiguration.Proxy {
        if proxy == "" || noProxy == "*" { return .none }
        guard let proxy else {
            guard noProxy == nil else { throw reader.error("--noproxy other than '*' needs --proxy") }
            return .environment
        }
        return try Self.checked(reader) { () throws(NetworkError) in
            try .init(proxy, noProxy: noProxy.map { [$0] } ?? [])
        }
    }

    /// A PKCS#12 file has its key; otherwise the key is in the certificate's file unless `--key` names another.
    private var identity: TransportConfiguration.ClientIdentity? {
        guard let certificate else { return nil }
        if certificate.hasSuffix(".p12") || certificate.hasSuffix(".pfx") {
            return .pkcs12(file: certificate, password: password ?? "")
        }
        return .files(certificate: certificate, key: key ?? certificate, password: password)
    }
}

extension NetworkOptions {
    private static func pins(
        _ text: String, _ reader: ArgumentReader
    ) throws(UsageError) -> [TransportConfiguration.PublicKeyPin] {
        var pins: [TransportConfiguration.PublicKeyPin] = []
        for pin in text.split(separator: ";") {
            pins.append(try checked(reader) { () throws(NetworkError) in try .init(String(pin)) })
        }
        return pins
    }

    private static func override(
        _ text: String, _ reader: ArgumentReader
    ) throws(UsageError) -> TransportConfiguration.NameOptions.Override {
        let parts = split(text, most: 3)
        guard parts.count == 3, let port = UInt16(parts[1]) else {
            throw reader.error("--resolve takes HOST:PORT:ADDRESS[,ADDRESS]...")
        }
        return try checked(reader) { () throws(NetworkError) in
            try .init(host: parts[0], port: port, addresses: parts[2].split(separator: ",").map(String.init))
        }
    }

    private static func connectTo(
        _ text: String, _ reader: ArgumentReader
    ) throws(UsageError) -> TransportConfiguration.NameOptions.ConnectTo {
        let parts = split(text, most: 4).map { $0.isEmpty ? nil : $0 }
        guard parts.count == 4, [parts[1], parts[3]].allSatisfy({ $0 == nil || UInt16($0 ?? "") != nil })
        else { throw reader.error("--connect-to takes HOST1:PORT1:HOST2:PORT2, each of which may be empty") }
        return try checked(reader) { () throws(NetworkError) in
            try .init(
                host: parts[0], port: parts[1].flatMap { UInt16($0) }, toHost: parts[2],
                toPort: parts[3].flatMap { UInt16($0) })
        }
    }

    /// Splits at colons outside of brackets; the last part is the rest.
    private static func split(_ text: String, most: Int) -> [String] {
        var parts = [""]
        var isInBrackets = false
        for character in text {
            if character == "[" || character == "]" { isInBrackets = character == "[" }
            if character == ":", !isInBrackets, parts.count < most {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    private static func checked<Value>(
        _ reader: ArgumentReader, _ make: () throws(NetworkError) -> Value
    ) throws(UsageError) -> Value {
        do throws(NetworkError) {
            return try make()
        } catch {
            throw reader.error(error.message)
        }
    }
}

extension NetworkOptions {
    static let usage = """
        -x, --proxy URL        an http, https, socks4a or socks5h proxy, with NAME:PASSWORD@ if it needs them; ""
                               for none (default: http_proxy, https_proxy, all_proxy and no_proxy)
        --noproxy LIST         the hosts that are reached without the proxy; '*' for all
        --unix-socket PATH, --abstract-unix-socket NAME
                               connect to this socket instead of the URL's host
        --cacert FILE, --capath FOLDER
                               trust these authorities instead of the system's
        -E, --cert FILE, --key FILE, --pass PASSWORD
                               authenticate with a certificate: PEM, or PKCS#12 if it ends with .p12 or .pfx
        --pinnedpubkey PINS    the server's key must be one of sha256//HASH;sha256//HASH...
        --crlfile FILE, --tlsv1.3, --ciphers LIST, --tls13-ciphers LIST
                               check revocation lists; require TLS 1.3; choose the ciphers
        -k, --insecure         do not verify the server
        --resolve HOST:PORT:ADDRESS[,ADDRESS]..., --connect-to HOST1:PORT1:HOST2:PORT2
                               other addresses for a host, or another host to connect to
        --interface NAME, -4, --ipv4, -6, --ipv6
                               the interface or local address; IPv4 or IPv6 only
        --http1.1, --http2     HTTP/1.1 only; HTTP/2 where the server offers it on https (the default)
        """

    /// The usage, indented like the options of a command.
    static func usage(indent: Int) -> String {
        usage.split(separator: "\n").map { String(repeating: " ", count: indent) + $0 }.joined(
            separator: "\n")
    }
}
