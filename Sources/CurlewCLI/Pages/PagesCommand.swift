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
        await StandardStreams.exitCode {
            let pages = options.call.client().pages(
                of: options.endpoint, by: .link(allowsOtherOrigins: options.allowsOtherOrigins),
                prefetch: options.prefetch)
            try await StandardStreams.write(each: pages, atMost: options.count) { page in
                page.last == UInt8(ascii: "\n") ? page : page + Data("\n".utf8)
            }
            return .success
        }
    }
}
