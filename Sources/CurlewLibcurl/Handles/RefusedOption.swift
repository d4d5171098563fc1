import CCurl
import CurlewTransport

/// An option that the loaded libcurl refused.
struct RefusedOption: Error, CustomStringConvertible {
    let option: CURLoption
    let result: CURLcode
    var library = CurlVersion.current.number
    var headers = CurlVersion.ofHeaders

    var description: String {
        // Only these results mean that it lacks the option.
        guard result == CURLE_UNKNOWN_OPTION || result == CURLE_NOT_BUILT_IN else {
            return "libcurl \(library) refuses the value of \(name) (error \(result.rawValue))"
        }
        return
            "libcurl \(library) does not support \(name), and this program was built with libcurl \(headers): "
            + advice
    }

    private var advice: String {
        library < headers
            ? "install libcurl \(headers) or later, or build the program with the headers of \(library)"
            : "use a libcurl that was built with the option"
    }

    private var name: String {
        if let option = NewerOption(option) { return "CURLOPT_\(option.rawValue)" }
        // Unknown to a libcurl that is older than the headers.
        guard let known = unsafe curl_easy_option_by_id(option) else { return "option \(option.rawValue)" }
        return unsafe "CURLOPT_\(String(cString: known.pointee.name))"
    }
}
