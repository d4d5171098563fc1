import CCurl

/// An option that came after libcurl 7.80, with its name in curl's own table.
enum NewerOption: String, CaseIterable {
    case quickExit = "QUICK_EXIT"
    case authorityLifetime = "CA_CACHE_TIMEOUT"
    case protocols = "PROTOCOLS_STR"

    /// curl's number for it; nil if the headers lack it.
    var number: CURLoption? {
        let number =
            switch self {
            case .quickExit: curlew_option_quick_exit()
            case .authorityLifetime: curlew_option_ca_cache_timeout()
            case .protocols: curlew_option_protocols_str()
            }
        return number.rawValue == 0 ? nil : number
    }

    /// The option of a number, which an older library cannot name.
    init?(_ number: CURLoption) {
        guard let option = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = option
    }
}
