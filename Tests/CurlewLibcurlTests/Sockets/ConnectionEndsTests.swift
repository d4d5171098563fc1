import CCurl
import CurlewTesting
import Glibc
import Testing

@testable import CurlewLibcurl

struct ConnectionEndsTests {
    @Test func aSocketHasTheEndsThatCurlTells() throws {
        let server = try LoopbackServer()
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = server.port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(result == 0)
        let ends = ConnectionEnds(of: descriptor)
        #expect(ends.localPort > 0)
        #expect(ends.remotePort == Int(server.port))
        #expect(ends.remoteAddress == Self.address(of: "127.0.0.1"))
    }

    @Test func addressesDiffer() {
        let texts = ["127.0.0.1", "127.0.0.2", "::1", "::127.0.0.1", "fe80::1", "2001:db8::1", "none"]
        #expect(Set(texts.map(Self.address)).count == texts.count)
        #expect(Self.address(of: "none") == .init())
    }

    private static func address(of text: String) -> ConnectionEnds.Address { unsafe .init(text: text) }

    @Test func withoutAConnectionThereAreNone() {
        let none = ConnectionEnds(localPort: 0, remotePort: 0, remoteAddress: .init())
        #expect(ConnectionEnds(of: -1) == none)
    }
}
