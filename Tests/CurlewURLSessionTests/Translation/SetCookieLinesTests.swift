import Testing

@testable import CurlewURLSession

struct SetCookieLinesTests {
    @Test(arguments: [
        ["A=1"],
        ["A=1; Path=/; Expires=Wed, 09 Jun 2032 10:18:14 GMT", "B=x=y,z; Path=/", "C=3"],
        ["A=; Expires=Wed, 09-Jun-32 10:18:14 GMT; HttpOnly", "__Host-b=2"],
    ])
    func joinedLinesComeApartAtTheCookies(lines: [String]) {
        #expect(SetCookieLines.split(lines.joined(separator: ", ")) == lines)
    }
}
