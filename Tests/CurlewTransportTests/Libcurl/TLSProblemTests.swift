import CurlewTransport
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
        ("error:0A00045C:SSL routines::tlsv13 alert certificate required", .needsClientCertificate),
        (
            "OpenSSL SSL_read: OpenSSL/3.0.19: error:0A000412:SSL routines::sslv3 alert bad certificate, errno 0",
            .needsClientCertificate
        ),
        ("error:0A000415:SSL routines::sslv3 alert certificate expired", .needsClientCertificate),
        ("error:0A000418:SSL routines::tlsv1 alert unknown ca", .needsClientCertificate),
        ("error:0A000419:SSL routines::tlsv1 alert access denied", .accessDenied),
        ("error:0A000410:SSL routines::sslv3 alert handshake failure", .refused),
        ("TLS connect error: error:0A000410:SSL routines::ssl/tls alert handshake failure", .refused),
        ("error:0A000458:SSL routines::tlsv1 unrecognized name", .unknownName),
        ("error:0A000126:SSL routines::unexpected eof while reading", .brokenOff),
        ("TLS connect error: error:0A000126:SSL routines::unexpected eof while reading", .brokenOff),
        ("OpenSSL SSL_connect: SSL_ERROR_ZERO_RETURN in connection to 127.0.0.1:1 ", .brokenOff),
        ("OpenSSL SSL_connect: Broken pipe in connection to 127.0.0.1:1 ", .brokenOff),
        ("OpenSSL SSL_connect: Connection timed out in connection to 127.0.0.1:1 ", .brokenOff),
        ("OpenSSL SSL_connect: No route to host in connection to 127.0.0.1:1 ", .brokenOff),
        ("Recv failure: Connection reset by peer", .brokenOff), ("Send failure: Broken pipe", .brokenOff),
        ("GnuTLS, handshake failed: The TLS connection was non-properly terminated.", .brokenOff),
        ("GnuTLS, handshake failed: Error in the pull function.", .brokenOff),
        ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to 127.0.0.1:1 ", .brokenOff),
        ("OpenSSL SSL_connect: Connection reset by peer in connection to 127.0.0.1:1 ", .brokenOff),
    ])
    func theTextNamesTheProblem(text: String, problem: TLSProblem) {
        #expect(TLSProblem(text: text) == problem)
    }

    @Test func anUnknownTextNamesNoProblem() {
        #expect(TLSProblem(text: "SSL: something new") == nil)
    }

    @Test(
        arguments: [
            (116, .needsClientCertificate), (42, .needsClientCertificate), (48, .needsClientCertificate),
            (40, .refused), (49, .accessDenied), (70, .noCommonProtocol), (112, .unknownName),
            (0, nil), (20, nil), (50, nil), (80, nil), (90, nil),
        ] as [(Int, TLSProblem?)])
    func theAlertNamesTheProblem(alert: Int, problem: TLSProblem?) {
        #expect(TLSProblem(alert: alert, isCertificateRequested: false) == problem)
        let asked = TLSProblem(alert: alert, isCertificateRequested: true)
        #expect(asked == (alert == 40 ? .needsClientCertificate : problem))
    }

    @Test func theVerifyResultComesBeforeTheText() {
        #expect(TLSProblem(verifyResult: 10, text: "no match") == .expired)
        #expect(TLSProblem(verifyResult: 0, text: "no match") == .wrongHost)
    }
}
