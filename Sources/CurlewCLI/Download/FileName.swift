import Curlew

/// Names of files in the current directory, derived from a URL or a server's field.
enum FileName {
    private static let longest = 200
    // A download's own files: a file with such a name would be taken for the rest of another download.
    private static let reservedEndings = [".curlew-part", ".curlew-part.json"]

    /// The last segment of a URL's path.
    static func ofURL(_ url: String) -> String {
        let segments = url.prefix { $0 != "?" && $0 != "#" }.split(
            separator: "/", omittingEmptySubsequences: false)
        // Before the path are the scheme, an empty string and the authority.
        let last = segments.dropFirst(3).last ?? ""
        let decoded = (try? PercentEncoding.decode(last)).flatMap { String(validating: $0, as: UTF8.self) }
        return sanitized(decoded ?? String(last)) ?? "download"
    }

    /// A name that stays in its directory, displays as it is on a terminal, and is not a hidden file, an option or a
    /// file of an unfinished download; nil if nothing of it remains.
    static func sanitized(_ name: String) -> String? {
        // By scalars: a slash and a combining mark are one character, but still a slash to the system.
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? Substring.UnicodeScalarView()
        var scalars = String.UnicodeScalarView()
        for scalar in last where isShown(scalar) { scalars.append(scalar) }
        var result = String(scalars.drop { $0 == "." || $0 == "-" || $0 == " " })
        while result.utf8.count > longest { result.removeLast() }
        // Some file systems ignore case.
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
