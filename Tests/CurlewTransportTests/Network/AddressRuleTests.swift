import CurlewTransport
import Testing

struct AddressRuleTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
        "192.168.0.1",
        "169.254.169.254", "169.254.0.1", "100.64.0.1", "100.100.100.200", "100.127.255.255", "0.0.0.0",
        "0.1.2.3",
        "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "192.0.0.192", "192.0.2.1",
        "198.18.0.1",
        "198.51.100.7", "203.0.113.9", "192.88.99.1", "168.63.129.16",
        "::", "::1", "::127.0.0.1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "64:ff9b::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1", "2001::1",
        "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::", "fc00::1", "fd00:ec2::254", "fe80::1", "febf::1",
        "fec0::1",
        "ff02::1", "3fff::1", "5f00::1",
    ])
    func anAddressThatIsNotPublicIsRefused(text: String) throws {
        #expect(try !AddressRule().allows(#require(IPAddress(text))))
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.167.255.255",
        "198.17.0.0",
        "198.20.0.0", "223.255.255.255", "168.63.129.15", "2606:4700::1111", "2a00::1", "64:ff9b::8.8.8.8",
        "::ffff:8.8.8.8", "2001:200::1", "fbff::1",
    ])
    func aPublicAddressIsAllowed(text: String) throws {
        #expect(try AddressRule().allows(#require(IPAddress(text))))
    }

    @Test func anAllowedRangeIsAllowedInEveryForm() throws {
        let rule = AddressRule(allowing: ["10.1.2.0/24", "::1"].compactMap { IPRange($0) })
        for text in ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::10.1.2.3", "::1", "1.1.1.1"] {
            #expect(try rule.allows(#require(IPAddress(text))))
        }
        for text in ["10.1.3.1", "127.0.0.1", "fe80::1"] {
            #expect(try !rule.allows(#require(IPAddress(text))))
        }
    }

    @Test func aRangeThatIsNotOneIsRefused() {
        let error = #expect(throws: NetworkError.self) {
            try TransportConfiguration(addressPolicy: .publicOnly(allowing: ["10.0.0.0/8", "a"])).check()
        }
        #expect(error?.code == .invalidRequest)
    }
}
