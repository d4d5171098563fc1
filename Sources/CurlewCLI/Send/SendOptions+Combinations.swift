extension SendOptions {
    /// Throws if an option would be ignored in combination with another.
    func checkCombinations(_ reader: ArgumentReader) throws(UsageError) {
        guard call.authorizationCount(of: call.url) + (auth == nil ? 0 : 1) <= 1 else {
            throw reader.error(
                "only one authorization is allowed: --bearer, --user, -H or a password in the URL")
        }
        guard !printsHead || output == .raw else {
            throw reader.error("-i cannot be combined with --output, whose object includes the head")
        }
        guard !printsCommand || !concernsSending else {
            throw reader.error(
                "--curl sends nothing; it cannot be combined "
                    + "with -i, --output, --follow, --retry, --cookie-jar, --timing, --timeout or a network option"
            )
        }
    }

    /// Whether an option concerns the response, the time, the network or further requests.
    private var concernsSending: Bool {
        printsHead || output == .json || followsRedirects || retries > 0 || keepsCookies || printsTimings
            || call.timeout != nil || call.network.areGiven
    }
}
