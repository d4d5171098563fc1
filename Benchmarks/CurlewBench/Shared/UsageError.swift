/// The arguments make no sense, or the server cannot be used.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }

    static let usage = """
        curlew-bench --url URL [--rounds N] [--output table|json] [--work NAME] [--subject NAME]
        curlew-bench figures NAME --url URL [--share 0.1]
        curlew-bench redirects      prints what of a request arrives behind each redirect

        URL is that of a `curlew serve` in a process of its own.
        Names of figures: \(Figure.all.map(\.name).joined(separator: ", ")).

        """
}
