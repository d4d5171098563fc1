#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

import Curlew

/// Prints the pages of a list.
struct PagesCommand {
    let options: PagesOptions

    @concurrent func run() async -> ExitCode {
        guard options.count > 0 else { return .success }
        let client = Client(baseURL: options.url.withoutFragment, transport: options.transport.transport)
        return await StandardStreams.exitCode {
            var rest = options.count
            let paging = Paging<Data>.link(allowsOtherOrigins: options.allowsOtherOrigins)
            for try await page in client.pages(of: options.endpoint, by: paging, prefetch: options.prefetch) {
                try StandardStreams.write(page.last == UInt8(ascii: "\n") ? page : page + Data("\n".utf8))
                rest -= 1
                if rest == 0 { break }
            }
        }
    }
}
