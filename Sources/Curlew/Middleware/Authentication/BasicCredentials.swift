#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A user name and a password as the Basic scheme sends them (RFC 7617), in UTF-8.
struct BasicCredentials: Sendable {
    let user: [UInt8]
    let password: [UInt8]

    /// Why they cannot be sent, without either of them; nil if they can (RFC 7617 §2).
    var problem: String? {
        if user.contains(UInt8(ascii: ":")) { return "user name has a colon" }
        let isPrintable = (user + password).allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isPrintable ? nil : "user name or password has a control character"
    }

    /// The Authorization field.
    var field: HTTPField {
        let credentials = Data(user + [UInt8(ascii: ":")] + password).base64EncodedString()
        return HTTPField(name: .authorization, value: "Basic \(credentials)", isSensitive: true)
    }
}
