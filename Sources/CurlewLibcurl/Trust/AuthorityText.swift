import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// PEM text at a fixed address, so that curl need not copy it for every transfer.
@safe
final class AuthorityText: Sendable {
    // Safety: written here, then only read, until the last transfer has released it.
    nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

    init(_ data: Data) {
        unsafe bytes = Self.allocate(data.count)
        unsafe bytes.copyBytes(from: data)
    }

    /// Reads a file; throws `.fileFailed`.
    init(path: String) throws(NetworkError) {
        let file = try FileReader(path: path)
        unsafe bytes = Self.allocate(Int(file.size))
        try fill(from: file)
    }

    deinit {
        unsafe bytes.deallocate()
    }

    var data: Data { unsafe withBytes { unsafe Data($0) } }

    func withBytes<Value, Failure>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        unsafe try body(bytes)
    }

    /// curl needs an address even for an empty text.
    private static func allocate(_ count: Int) -> UnsafeMutableRawBufferPointer {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, count), alignment: 1)
        unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
        return unsafe bytes
    }

    private func fill(from file: borrowing FileReader) throws(NetworkError) {
        var count = 0
        while unsafe count < bytes.count {
            let added = unsafe try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[count...]))
            if added == 0 { return }
            count += added
        }
    }
}

extension AuthorityText {
    /// Throws `.tlsFailed` unless there is a certificate and all are complete.
    ///
    /// curl would notice neither before it connects. Bytes, not characters: a system's file has 4,000 lines.
    func check(_ name: String) throws(NetworkError) {
        var count = 0
        var certificate: Data?
        let text = unsafe withBytes { unsafe Array($0) }
        for line in text.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            if Self.starts.contains(where: line.starts) {
                count += 1
                guard certificate == nil else { break }
                certificate = Data()
            } else if line.starts(with: "-----END".utf8), let whole = certificate {
                guard Self.isCertificate(whole) else { break }
                certificate = nil
            } else {
                certificate?.append(contentsOf: line.filter { !$0.isOptionalWhitespace })
            }
        }
        guard certificate == nil else {
            throw NetworkError(.tlsFailed, "\(name) is damaged at certificate \(count)")
        }
        guard count > 0 else { throw NetworkError(.tlsFailed, "\(name) has no certificate in PEM form") }
    }

    private static let starts = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]
        .map { Array("-----BEGIN \($0)-----".utf8) }

    /// Whether it is base64 of one ASN.1 sequence with a length of one or two bytes, as every certificate is (RFC 5280 §4.1).
    private static func isCertificate(_ base64: Data) -> Bool {
        guard let data = Data(base64Encoded: base64), data.count >= 4, data[0] == 0x30 else { return false }
        switch data[1] {
        case 0x81: return data.count >= 3 + Int(data[2])
        case 0x82: return data.count >= 4 + Int(data[2]) << 8 + Int(data[3])
        default: return false
        }
    }
}
