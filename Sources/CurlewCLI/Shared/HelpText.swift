import Curlew
import ShippedTransports

/// What `curlew help` prints.
enum HelpText {
    static let overview = """
        curlew: HTTP requests over libcurl or URLSession

          curlew send [METHOD] URL    send one request and print the response
          curlew events URL           print the events of a server as they arrive
          curlew pages URL            print a page and those that follow it
          curlew download URL...      download into files, with resumption
          curlew demo [--url URL]     run the same calls over both transports, side by side
          curlew serve [--port N]     run a small HTTP server on the loopback address
          curlew doctor               show what the transports can do on this machine, and verify it
          curlew help TOPIC           explain send, events, pages, download, demo, serve, doctor or exit-codes
          curlew --version            print the versions
        """

    static var version: String {
        let transports = TransportChoice.allCases.map { choice in
            let version = choice.transport.capabilities.version
            return version.isEmpty ? "\n\(choice.rawValue)" : "\n\(choice.rawValue): \(version)"
        }
        return "curlew \(Client.version)\(transports.joined())"
    }

    /// The text of the requested topic.
    static func ofTopic(_ arguments: [String]) throws(UsageError) -> String {
        guard arguments.count <= 1 else { throw UsageError("help takes one topic") }
        switch arguments.first {
        case nil: return overview
        case "exit-codes": return ExitCode.explanation
        case let topic?:
            guard let text = ofCommand(topic) else {
                throw UsageError("unknown help topic \(topic.prefix { $0 != "=" })")
            }
            return text
        }
    }

    /// The text of a command; nil if there is no such command.
    static func ofCommand(_ command: String) -> String? {
        switch command {
        case "send": SendOptions.usage
        case "events": EventsOptions.usage
        case "pages": PagesOptions.usage
        case "download": DownloadArguments.usage
        case "demo": DemoOptions.usage
        case "serve": ServeOptions.usage
        case "doctor": DoctorOptions.usage
        default: nil
        }
    }
}
