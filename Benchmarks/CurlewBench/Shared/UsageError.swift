/// The arguments are invalid, or the server is unusable.
struct UsageError: Error {
    let message: String

    init(_ message: String) { self.message = message }

    static let usage = """
        curlew-bench --url URL [--https URL] [--handshake URL] [--http2 URL] [--file PATH] [--server-process PID]
            [--quick] [--rounds N] [--repeats N] [--output table|json] [--results FILE] [--thresholds FILE]
            [--work NAME] [--subject NAME] [--requests N] [--probe PROGRAM] [--counted PROGRAM] [--swift VERSION] [--server-limit N]
        curlew-bench figures NAME --url URL [--share 0.1]

        The first compares; Scripts/bench starts nginx for it and passes its addresses. Works: sequential, 8 concurrent
        and so on, as named in the table. For figures, URL is that of a `curlew serve` in a process of its own.
        Names of figures: \(Figure.all.map(\.name).joined(separator: ", ")).

        """
}
