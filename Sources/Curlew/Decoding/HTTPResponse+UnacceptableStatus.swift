extension HTTPResponse {
    /// The error of a status that is not accepted; throws only `.cancelled`.
    ///
    /// The status counts for more than a body that breaks off, so its start is kept as far as it came.
    func unacceptableStatus() async throws(NetworkError) -> NetworkError {
        let prefix = try await body.prefix(upTo: NetworkError.bodyPrefixLimit)
        return NetworkError(.unacceptableStatus, "the server answered \(status)").updating {
            $0.bodyPrefix = prefix
        }
    }
}
