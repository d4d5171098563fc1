#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The environment's variables about proxies, and what they mean for a request: the rules of curl.
package struct ProxyEnvironment: Sendable {
    private let variables: [String: String]

    /// Takes variables; those of another name, and empty ones, count as not set.
    package init(_ variables: [String: String]) {
        self.variables = variables.filter { Self.names.contains($0.key) && !$0.value.isEmpty }
    }

    /// The variables of this process, as they are now.
    package static var current: ProxyEnvironment {
        var variables: [String: String] = [:]
        for name in names {
            guard let value = unsafe getenv(name) else { continue }
            variables[name] = unsafe String(cString: value)
        }
        return ProxyEnvironment(variables)
    }

    /// The proxy for a target; nil for none.
    ///
    /// Throws `.invalidRequest` for a variable that is not a proxy's URL.
    package func proxy(for target: HTTPRequest.Target) throws(NetworkError) -> ProxyServer? {
        guard let name = variable(for: target), let url = variables[name],
            noProxy.map({ NoProxyList($0).contains(target) }) != true
        else { return nil }
        do throws(NetworkError) {
            return try ProxyServer(url)
        } catch {
            throw .invalidRequest("the environment's \(name) names no proxy: \(error.message)")
        }
    }

    /// The variable by which a libcurl that reads the environment itself may choose a proxy for a target; nil if it is
    /// certain to choose none.
    package func variableOfLibcurl(for target: HTTPRequest.Target) -> String? {
        guard let name = variable(for: target) else { return nil }
        return noProxy.map { NoProxyList($0).containsForEveryLibcurl(target) } == true ? nil : name
    }

    private func variable(for target: HTTPRequest.Target) -> String? {
        let own = target.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        return (own + ["all_proxy", "ALL_PROXY"]).first { variables[$0] != nil }
    }

    private var noProxy: String? { variables["no_proxy"] ?? variables["NO_PROXY"] }

    private static let names = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]
}
