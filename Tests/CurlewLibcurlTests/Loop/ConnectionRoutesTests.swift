import Testing

@testable import CurlewLibcurl

struct ConnectionRoutesTests {
    private var routes = ConnectionRoutes()

    @Test func everyHostBeginsWithTheFirstRoute() {
        #expect(routes.areAllFirst)
        #expect(routes.route(to: "a") == 0)
    }

    @Test mutating func aRouteIsLeftOnceForItsHostAlone() {
        routes.leave(0, to: "a")
        #expect(!routes.areAllFirst)
        #expect(routes.route(to: "a") == 1)
        routes.leave(0, to: "a")
        #expect(routes.route(to: "a") == 1)
        routes.leave(1, to: "a")
        #expect(routes.route(to: "a") == 2)
        #expect(routes.route(to: "b") == 0)
    }

    @Test mutating func anotherRouteIsOnlyTakenOnceItIsUsed() {
        #expect(routes.another(to: "a") == 1)
        #expect(routes.another(to: "a") == 2)
        #expect(routes.route(to: "a") == 0)
        routes.use(1, to: "a")
        #expect(routes.route(to: "a") == 1)
        routes.leave(1, to: "a")
        #expect(routes.route(to: "a") == 3)
    }

    @Test mutating func beyondThousandsOfHostsNoRouteComesBack() {
        for number in 0..<4096 { routes.leave(0, to: "\(number)") }
        routes.leave(1, to: "7")
        routes.leave(0, to: "one more")
        for host in ["0", "7", "new"] { #expect(routes.route(to: host) == 3) }
        #expect(routes.route(to: "one more") == 4)
    }
}
