import CCurl

/// Owns a list of strings for an option of curl; it must live as long as its handle has the option.
@safe
struct StringList: ~Copyable {
    let first: UnsafeMutablePointer<curl_slist>?

    init(_ strings: [String]) {
        var list: UnsafeMutablePointer<curl_slist>?
        for string in strings { unsafe list = curl_slist_append(list, string) }
        unsafe first = unsafe list
    }

    deinit {
        unsafe curl_slist_free_all(first)
    }
}
