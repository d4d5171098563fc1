import Testing

@testable import CurlewLibcurl

struct CurlRemarkTests {
    @Test(
        arguments: [
            ("TLSv1.3 (OUT), TLS handshake, Client hello (1):\n", .handshakeBegan),
            ("TLSv1.2 (IN), TLS alert, close notify (256):\n", .closeNotified),
            ("TLSv1.2 (OUT), TLS alert, close notify (256):\n", nil),
            ("TLSv1.2 (IN), TLS alert, handshake failure (552):\n", .alerted(40)),
            ("TLSv1.3 (IN), TLS alert, unknown (628):\n", .alerted(116)),
            ("TLSv1.3 (OUT), TLS alert, unknown CA (560):\n", nil),
            ("TLSv1.3 (IN), TLS alert, user canceled (346):\n", nil),
            ("TLSv1.3 (IN), TLS alert, odd\n", nil),
            ("OpenSSL SSL_write: Connection reset by peer, errno 104\n", .writeFailed),
            ("OpenSSL SSL_read: Connection reset by peer, errno 104\n", nil),
            ("TLSv1.3 (IN), TLS handshake, Request CERT (13):\n", .certificateRequested),
            ("Connected to localhost (127.0.0.1) port 80 (#0)\n", nil), ("", nil),
        ] as [(String, CurlRemark?)])
    func isReadFromALineOfTheLog(line: String, remark: CurlRemark?) {
        let bytes = Array(line.utf8)
        let read = unsafe bytes.withUnsafeBytes { unsafe CurlRemark($0) }
        #expect(read == remark)
    }
}
