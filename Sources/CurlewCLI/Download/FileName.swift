import Curlew

/// Names of files in the current directory, from what a URL or a server says.
enum FileName {
    private static let longest = 200
    // What a download keeps beside its file; a file of this name would be taken for the rest of another download.
    private static let reservedEndings = [".curlew-part", ".curlew-part.json"]

    /// The last piece of a URL's path.
    static func ofURL(_ url: String) -> String {
        let pieces = url.prefix { $0 != "?" && $0 != "#" }.split(
            separator: "/", omittingEmptySubsequences: false)
        // Before the path are the scheme, an empty piece and the authority.
        let last = pieces.dropFirst(3).last ?? ""
        let decoded = (try? PercentEncoding.decode(last)).flatMap { String(validating: $0, as: UTF8.self) }
        return sanitized(decoded ?? String(last)) ?? "download"
    }

    /// A name that stays in its directory, shows on a terminal as it is, and is no hidden file, no option and no file of
    /// an unfinished download; nil where nothing is left of it.
    static func sanitized(_ name: String) -> String? {
        // By scalars: a slash and a combining mark are one character, and still a slash to the system.
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring.UnicodeScalarView()
        var scalars = String.UnicodeScalarView()
        for scalar in last where isShown(scalar) { scalars.append(scalar) }
        var result = String(scalars.drop { $0 == "." || $0 == "-" || $0 == " " })
        while result.utf8.count > longest { result.removeLast() }
        // Some file systems do not tell cases apart.
        let lowercased = result.lowercased()
        if reservedEndings.contains(where: { lowercased.hasSuffix($0) }) { result += "_" }
        return result.isEmpty ? nil : result
    }

    /// Control and format characters can change what a terminal shows.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
            false
        default: true
        }
    }
}
