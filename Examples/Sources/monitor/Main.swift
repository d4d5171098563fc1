import Curlew
import CurlewLibcurl
import Foundation

/// Checks the URLs of its standard input, 16 at a time.
@main struct Main {
    static func main() async {
        let urls = Array(AnyIterator { readLine() })
        let client = Client(transport: .libcurl, configuration: .init(timeouts: .total(.seconds(30))))
        var failures = 0
        let checks = urls.map { url in Endpoint<Void>.get(url: url) }
        for await (place, result) in client.results(of: checks, concurrency: 16) {
            guard case .failure(let error) = result else { continue }
            failures += 1
            print("DOWN", urls[place], error.response?.status.description ?? error.message)
        }
        print("\(urls.count) checked, \(failures) down")
        exit(failures == 0 ? 0 : 1)
    }
}
