import Curlew
import Foundation
import Testing

@testable import CurlewLibcurl

struct AuthorityTextTests {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"
    /// A sequence of four bytes.
    private static let base64 = "MIIABAECAwQ="

    private func error(of text: String) -> String? {
        do throws(NetworkError) {
            try AuthorityText(Data(text.utf8)).check("it")
            return nil
        } catch {
            return error.message
        }
    }

    @Test(arguments: [
        "\(begin)\n\(base64)\n\(end)\n", "\(begin)\nMIEBAA==\n\(end)",
        "text\r\n\(begin)\r\nMIIA \r\n\tBAECAwQ=\r\n\(end)",
        "\(begin)\n\(base64)\n\(end)\ntext\n-----BEGIN TRUSTED CERTIFICATE-----\n\(base64)\n\(end)",
    ]) func acceptsWholeCertificates(text: String) {
        #expect(error(of: text) == nil)
    }

    @Test(arguments: [
        ("", "it has no certificate in PEM form"), ("\(base64)\n\(end)", "it has no certificate in PEM form"),
        ("\(begin)\n\(base64)\n", "it is damaged at certificate 1"),
        ("\(begin)\nMIIABAECAw==\n\(end)", "it is damaged at certificate 1"),
        ("\(begin)\nMIECAA==\n\(end)", "it is damaged at certificate 1"),
        ("\(begin)\n\(base64)\n\(end)\n\(begin)\n?\n\(end)", "it is damaged at certificate 2"),
        ("\(begin)\n\(base64)\n\(begin)\n\(base64)\n\(end)", "it is damaged at certificate 2"),
    ]) func refusesWhatIsNotWhole(text: String, message: String) {
        #expect(error(of: text) == message)
    }
}
