import CurlewTransport
import Testing

struct IPRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.0.0.1", "10.0.0.1", true),
        ("10.0.0.1", "10.0.0.2", false), ("172.16.0.0/12", "172.31.255.255", true),
        ("172.16.0.0/12", "172.32.0.0", false), ("0.0.0.0/0", "255.255.255.255", true),
        ("0.0.0.0/0", "::1", false),
        ("fe80::/10", "febf::1", true), ("fe80::/10", "fec0::1", false), ("::/0", "::1", true),
        ("::ffff:10.0.0.0/104", "10.1.1.1", true), ("10.0.0.0/8", "::ffff:10.1.1.1", true),
        ("[::1]", "::1", true), ("::1/128", "[::1]", true),
    ])
    func itContainsItsAddresses(range: String, address: String, isContained: Bool) throws {
        let address = try #require(IPAddress(address))
        #expect(try #require(IPRange(range)).contains(address) == isContained)
    }

    @Test(arguments: [
        "", "a", "10.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/", "10.0.0.0/8/8",
        "::1/129",
        "::ffff:1.2.3.4/95", "[::1", "[10.0.0.1]", "fe80::1%eth0",
    ])
    func anotherTextIsNone(text: String) { #expect(IPRange(text) == nil) }

    @Test(arguments: ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "0177.0.0.1", "::ffff:127.0.0.1"])
    func theSystemsFormsOfAnAddressAreOne(host: String) {
        #expect(IPAddress(host: host)?.bytes == [127, 0, 0, 1])
    }

    @Test(arguments: ["localhost", "a.1.b", "1.2.3.4.5", "256.1.1.1", "beef", "127.0.0.1.", ""])
    func aNameIsNoAddress(host: String) { #expect(IPAddress(host: host) == nil) }
}
