import Testing

@testable import CurlewLibcurl

struct SystemAuthoritiesTests {
    private func found(_ paths: Set<String>, file: String? = nil, folder: String? = nil) -> SystemAuthorities
    {
        SystemAuthorities(file: file, folder: folder) { paths.contains($0) }
    }

    @Test(arguments: [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ])
    func areAFileWhereThereIsOne(path: String) {
        #expect(found([path]) == .usual(path))
        #expect(found([path, "/etc/ssl/certs", "/etc/pki/tls/certs"]) == .usual(path))
    }

    @Test(arguments: [
        "/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted/pem/directory-hash",
    ])
    func areAFolderWithoutAFile(path: String) {
        #expect(found([path]) == .folder(path))
        #expect(found([]) == .unknown)
    }

    @Test func areWhatTheVariablesName() {
        let usual = "/etc/ssl/cert.pem"
        #expect(found([usual], file: "/f") == .named(file: "/f", folder: nil, usualFile: usual))
        #expect(found([usual], folder: "/d") == .named(file: nil, folder: "/d", usualFile: usual))
        #expect(found([], folder: "/d") == .named(file: nil, folder: "/d", usualFile: nil))
        #expect(found([], file: "/f", folder: "/d") == .named(file: "/f", folder: "/d", usualFile: nil))
    }
}
