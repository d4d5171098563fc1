import Curlew
import Testing

struct TLSProblemTests {
    @Test(arguments: [
        ("SSL certificate problem: certificate has expired", TLSProblem.expired),
        ("SSL certificate problem: certificate is not yet valid", .notYetValid),
        ("SSL: no alternative certificate subject name matches target host name 'a'", .wrongHost),
        ("SSL certificate problem: IP address mismatch", .wrongHost),
        ("SSL certificate problem: self-signed certificate", .selfSigned),
        ("SSL certificate problem: self signed certificate", .selfSigned),
        ("SSL certificate problem: self-signed certificate in certificate chain", .unknownAuthority),
        ("SSL certificate problem: unable to get local issuer certificate", .unknownAuthority),
        ("SSL certificate problem: certificate revoked", .revoked),
        ("error:0A00042E:SSL routines::tlsv1 alert protocol version", .noCommonProtocol),
        ("error:0A00014D:SSL routines::legacy sigalg disallowed or unsupported", .noCommonProtocol),
        ("error:0A00010B:SSL routines::wrong version number", .notTLS),
        ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:1 ", .brokenOff),
        ("OpenSSL SSL_connect: Connection reset by peer in connection to 127.0.0.1:1 ", .brokenOff),
    ])
    func theTextTellsTheProblem(text: String, problem: TLSProblem) {
        #expect(TLSProblem(text: text) == problem)
    }

    @Test func anUnknownTextTellsNone() {
        #expect(TLSProblem(text: "SSL: something new") == nil)
    }

    @Test func theVerifyResultComesBeforeTheText() {
        #expect(TLSProblem(verifyResult: 10, text: "no match") == .expired)
        #expect(TLSProblem(verifyResult: 0, text: "no match") == .wrongHost)
    }
}
