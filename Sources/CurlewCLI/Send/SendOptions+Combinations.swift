extension SendOptions {
    /// Throws for an option that would be ignored beside another.
    func checkCombinations(_ reader: ArgumentReader) throws(UsageError) {
        guard call.authorizationCount(of: call.url) + (auth == nil ? 0 : 1) <= 1 else {
            throw reader.error(
                "a request has one authorization: --bearer, --user, -H or a password in the URL, once")
        }
        guard !printsHead || output == .raw else {
            throw reader.error("the object of --output has the head: not with -i")
        }
        guard !printsCommand || !concernsSending else {
            throw reader.error(
                "--curl prints one request and sends nothing: "
                    + "not with -i, --output, --follow, --retry, --cookie-jar, --timing or --timeout")
        }
    }

    /// Whether an option is about the answer, the time or further requests.
    private var concernsSending: Bool {
        printsHead || output == .json || followsRedirects || retries > 0 || keepsCookies || printsTimings
            || call.timeout != nil
    }
}
