extension String {
    /// The URL without what is not sent: a client takes no fragment in its base URL.
    var withoutFragment: String { String(Substring(utf8.prefix { $0 != UInt8(ascii: "#") })) }
}
