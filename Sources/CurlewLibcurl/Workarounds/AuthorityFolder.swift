import CCurl
import CurlewTransport

/// By default libcurl trusts the folder of authorities that it was built with in addition to any file.
///
/// From 8.17 on it treats a missing folder as its own default, so that a path is needed that is not a folder.
///
/// Active with every version, the path from 8.17.0 on.
///
/// It has no row in `LibcurlHazard`: libcurl documents it.
enum AuthorityFolder {
    private static let none: String? = {
        let version = CurlVersion.current
        return version.hasAuthorityFolder && version.number >= LibcurlVersion("8.17.0") ? "/dev/null" : nil
    }()

    /// Makes a handle trust the authorities of this folder for certificates of these peers; nil for none.
    static func set(
        _ folder: String?, on handle: borrowing EasyHandle, for peers: Authorities.Peers
    ) throws(RefusedOption) {
        try handle.set(peers == .proxies ? CURLOPT_PROXY_CAPATH : CURLOPT_CAPATH, folder ?? none)
    }
}
