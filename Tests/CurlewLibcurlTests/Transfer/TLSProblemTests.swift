import Testing

@testable import CurlewLibcurl

struct TLSProblemTests {
    @Test(
        arguments: [
            (10, .expired), (9, .notYetValid), (18, .selfSigned), (20, .unknownAuthority), (23, .revoked),
            (62, .wrongHost), (64, .wrongHost), (0, nil),
        ] as [(Int, TLSProblem?)])
    func isReadFromTheVerifyResult(number: Int, problem: TLSProblem?) {
        #expect(TLSProblem(verifyResult: number, text: "SSL certificate problem") == problem)
    }

    @Test(
        arguments: [
            ("no alternative certificate subject name matches target host name 'localhost'", .wrongHost),
            ("error:0A00042E:SSL routines::tlsv1 alert protocol version", .noCommonProtocol),
            ("error:0A000102:SSL routines::unsupported protocol", .noCommonProtocol),
            ("error:0A00010B:SSL routines::wrong version number", .notTLS),
            ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to localhost:1", .brokenOff),
            ("error:0A000126:SSL routines::unexpected eof while reading", .brokenOff),
            ("Recv failure: Connection reset by peer", .brokenOff), ("something else", nil),
        ] as [(String, TLSProblem?)])
    func isReadFromCurlsText(text: String, problem: TLSProblem?) {
        #expect(TLSProblem(verifyResult: 0, text: text) == problem)
    }
}
