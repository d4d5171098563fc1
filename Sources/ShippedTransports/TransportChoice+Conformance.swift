package import CurlewConformance
import CurlewLibcurl
import CurlewTransport
import CurlewURLSession

extension TransportChoice {
    /// The transport as a subject of the conformance suite; checks that may end the process run in `program`.
    ///
    /// - Parameter program: the path of the `curlew` command.
    package func subject(program: String) -> ConformanceSubject {
        let command: @Sendable (ConformanceCheck) -> [String] = { check in
            [program, "doctor", "--conformance", "--transport", rawValue, "--check", check.name]
        }
        return switch self {
        case .libcurl:
            ConformanceSubject(
                rawValue, command: command, make: { LibcurlTransport(configuration: $0) })
        case .urlsession:
            ConformanceSubject(
                rawValue, command: command, make: { URLSessionTransport(configuration: $0) })
        }
    }
}
