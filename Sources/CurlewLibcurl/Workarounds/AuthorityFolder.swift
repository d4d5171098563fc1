import CCurl
import CurlewTransport

/// libcurl trusts the folder of authorities that it was built with in addition to any file, unless it is told otherwise; from
/// 8.17 it takes no folder at all for its own default, so that a path is needed which is no folder.
///
/// Active with every version, the path from 8.17.0 on.
///
/// It has no row in `LibcurlHazard`: libcurl documents it.
enum AuthorityFolder {
    private static let none: String? = {
        let version = CurlVersion.current
        return version.hasAuthorityFolder && version.number >= LibcurlVersion("8.17.0") ? "/dev/null" : nil
    }()

    /// Has a handle trust the authorities of this folder; of none for nil.
    static func set(_ folder: String?, on handle: borrowing EasyHandle) throws(RefusedOption) {
        try handle.set(CURLOPT_CAPATH, folder ?? none)
    }
}
