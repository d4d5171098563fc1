import Curlew
import Testing

@testable import CurlewLibcurl

struct AddressBookTests {
    private let first = SocketAddress(ipv4: 0x7F00_0001, port: 80)
    private let second = SocketAddress(ipv4: 0x7F00_0002, port: 80)

    private func name(_ url: String) throws -> HostName {
        try #require(HostName(HTTPRequest.Target(url)))
    }

    @Test func oneAddressHasNoAlternatives() throws {
        var book = AddressBook()
        let name = try name("http://a.test/x")
        #expect(book.alternatives(of: name) == nil)
        book.note([first], of: name)
        #expect(book.alternatives(of: name) == nil)
        book.note([first, second], of: name)
        #expect(book.alternatives(of: name) == [first, second])
    }

    @Test func theAddressThatRespondsIsRemembered() throws {
        var book = AddressBook()
        let name = try name("http://a.test/x")
        book.note([first, second], of: name)
        #expect(book.preferred(of: name) == nil)
        book.prefer(second, of: name)
        #expect(book.preferred(of: name) == second)
        book.note([second, first], of: name)
        #expect(book.preferred(of: name) == second)
        book.note([first], of: name)
        #expect(book.preferred(of: name) == nil)
    }

    @Test func namesDifferByPortAndScheme() throws {
        #expect(try name("http://a.test/x") == name("http://a.test/y"))
        #expect(try name("http://a.test/") != name("https://a.test/"))
        #expect(try name("http://a.test/") != name("http://a.test:8080/"))
        #expect(try name("https://a.test/x?y").url == "https://a.test/")
    }

    @Test(arguments: ["http://127.0.0.1:80/", "http://[::1]/", "http://2130706433/"])
    func anAddressIsNoName(url: String) throws {
        #expect(try HostName(HTTPRequest.Target(url)) == nil)
    }

    @Test(arguments: ["http://a1/", "http://1.example/", "http://localhost:8080/"])
    func aNameIsOne(url: String) throws {
        #expect(try HostName(HTTPRequest.Target(url)) != nil)
    }
}
