import Curlew
import CurlewLibcurl

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Prints the outcome of a GET for each trust setting, for a test that gives this process its own system files.
struct TrustOutcomes {
    static let name = "trust-outcomes"

    private let url: String
    private let file: String

    /// Takes the URL and a PEM file.
    init(_ arguments: ArraySlice<String>) throws(UsageError) {
        guard arguments.count == 2, let url = arguments.first, let file = arguments.last else {
            throw UsageError("trust-outcomes takes a URL and a file of authorities")
        }
        self.url = url
        self.file = file
    }

    func run() async -> Int32 {
        let text = (try? Data(contentsOf: URL(filePath: file))) ?? Data()
        print(
            "system", await outcome(.system), "file", await outcome(.file(file)), "pem",
            await outcome(.pem(text)))
        return 0
    }

    /// The status, or the code of the error.
    private func outcome(_ authorities: TransportConfiguration.TrustStore) async -> String {
        let transport = LibcurlTransport(configuration: .init(tls: .init(trustStore: authorities)))
        do throws(NetworkError) {
            return "\(try await transport.send(HTTPRequest(url: url)).status.code)"
        } catch {
            return "\(error.code)"
        }
    }
}
