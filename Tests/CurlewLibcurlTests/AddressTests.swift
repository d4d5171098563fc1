import Curlew
import CurlewTesting
import Foundation
import Glibc
import Testing

@testable import CurlewLibcurl

extension SocketTests {
    /// Names with several addresses on one port; the last is that of the server.
    @Suite(.timeLimit(.minutes(5)))
    struct AddressTests {
        private static let patient = Timeouts(head: .seconds(20))

        /// A transport that resolves `several.test` to these addresses, and a URL with that name.
        private func transport(
            _ addresses: [String], port: UInt16,
            configuration: TransportConfiguration = TransportConfiguration()
        ) -> (LibcurlTransport, url: String) {
            let override = "+several.test:\(port):\(addresses.joined(separator: ","))"
            return (
                LibcurlTransport(configuration: configuration, nameOverrides: [override]),
                "several.test:\(port)/get"
            )
        }

        @Test(arguments: [
            ["127.0.0.2", "127.0.0.1"], ["127.0.0.2", "127.0.0.3", "127.0.0.1"],
            ["[::1]", "127.0.0.2", "127.0.0.1"], ["127.0.0.2", "[::1]", "127.0.0.4", "127.0.0.1"],
        ])
        func anAddressThatDropsIsPassed(addresses: [String]) async throws {
            let server = try LoopbackServer()
            let backlogs = try [2, 3].map { try UnresponsiveAddress(lastByte: $0, port: server.port) }
            let (transport, url) = transport(addresses, port: server.port)
            let request = try HTTPRequest(url: "http://\(url)", timeouts: Self.patient)
            let (response, _) = try await transport.fetch(request)
            #expect(response.status == 200)
            #expect(response.metrics.connection?.remoteAddress == "127.0.0.1:\(server.port)")
            // Some versions of libcurl themselves try the next address after 200 ms, others leave it to the transport.
            #expect(response.metrics.connect ?? .zero >= .milliseconds(150))
            // Another connection starts with the address that responded.
            let fresh = try HTTPRequest(
                url: "http://\(url)", fields: [.connection: "close"], timeouts: Self.patient)
            _ = try await transport.fetch(fresh)
            var connectTimes: [Duration] = []
            for _ in 0..<3 {
                let metrics = try await transport.fetch(fresh).0.metrics
                #expect(metrics.isReusedConnection == false)
                connectTimes.append(metrics.connect ?? .seconds(1))
            }
            #expect(connectTimes.min() ?? .seconds(1) < .milliseconds(900))
            withExtendedLifetime(backlogs) {}
        }

        @Test(arguments: [
            ["127.0.0.5", "127.0.0.1"], ["127.0.0.5", "127.0.0.6", "127.0.0.1"],
            ["[::1]", "127.0.0.5", "127.0.0.6", "127.0.0.1"],
        ])
        func anAddressThatRefusesIsPassed(addresses: [String]) async throws {
            let server = try LoopbackServer()
            let (transport, url) = transport(addresses, port: server.port)
            let request = try HTTPRequest(url: "http://\(url)", timeouts: Self.patient)
            #expect(try await transport.fetch(request).0.status == 200)
        }

        @Test func oneConnectionIsEnoughForThat() async throws {
            let server = try LoopbackServer()
            let backlog = try UnresponsiveAddress(
                lastByte: 2, port: server.port)
            let (transport, url) = transport(
                ["127.0.0.2", "127.0.0.1"], port: server.port, configuration: .init(maxConnections: 1))
            let request = try HTTPRequest(url: "http://\(url)", timeouts: Self.patient)
            let responses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<5 { group.addTask { try await transport.fetch(request).0.status.code } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(responses == Array(repeating: 200, count: 5))
            withExtendedLifetime(backlog) {}
        }

        @Test func whenAllRefuseTheErrorSaysSo() async throws {
            let port = try LoopbackServer().port
            let (transport, url) = transport(["127.0.0.5", "127.0.0.6", "127.0.0.7"], port: port)
            let error = await transport.failure(
                of: try HTTPRequest(url: "http://\(url)", timeouts: Self.patient))
            #expect(error?.code == .cannotConnect)
            // Some versions of libcurl try every address themselves, and say this about the last one.
            let isSaid = ["3 addresses", "Failed to connect to"].contains {
                error?.message.contains($0) == true
            }
            #expect(isSaid, "\(String(describing: error))")
        }

        @Test func whenAllDropTheLimitSaysThatThereIsNoConnection() async throws {
            let first = try UnresponsiveAddress(lastByte: 2)
            let second = try UnresponsiveAddress(lastByte: 3, port: first.port)
            let (transport, url) = transport(["127.0.0.2", "127.0.0.3"], port: first.port)
            let request = try HTTPRequest(url: "http://\(url)", timeouts: .total(.milliseconds(1500)))
            let error = await transport.failure(of: request)
            #expect(error?.phase == .total)
            #expect(error?.mayHaveBeenProcessed == false)
            #expect(
                error?.message
                    == "no connection was made to several.test:\(first.port) within 1.5 s (total limit): "
                    + "the host did not respond")
            withExtendedLifetime(second) {}
        }

        @Test func aSlowHandshakeIsNotBegunAnew() async throws {
            let server = try LoopbackServer(replies: [.init(.keepOpen)])
            let (transport, url) = transport(["127.0.0.1", "127.0.0.5"], port: server.port)
            let request = try HTTPRequest(url: "https://\(url)", timeouts: .total(.milliseconds(1700)))
            let error = await transport.failure(of: request)
            #expect(
                error?.message.hasSuffix("the TLS handshake did not finish") == true,
                "\(String(describing: error))")
            #expect(server.connectionCount == 1)
        }

        @Test func cancellingAndShuttingDownEndTheSearch() async throws {
            let first = try UnresponsiveAddress(lastByte: 2)
            let second = try UnresponsiveAddress(lastByte: 3, port: first.port)
            let (transport, url) = transport(["127.0.0.2", "127.0.0.3"], port: first.port)
            let request = try HTTPRequest(url: "http://\(url)", timeouts: Self.patient)
            let before = Self.connectingCount(to: "0300007F", port: first.port)
            let tasks = (0..<2).map { _ in Task { await transport.failure(of: request)?.code } }
            #expect(
                await waitUntil { Self.connectingCount(to: "0300007F", port: first.port) > before },
                "the second address is tried as well")
            tasks[0].cancel()
            #expect(await tasks[0].value == .cancelled)
            transport.shutdown()
            #expect(await tasks[1].value == .closed)
            withExtendedLifetime(second) {}
        }

        /// How many sockets of this machine are being connected to an address, as the kernel writes it.
        private static func connectingCount(to address: String, port: UInt16) -> Int {
            let number = String(port, radix: 16, uppercase: true)
            let end = "\(address):\(String(repeating: "0", count: 4 - number.count))\(number) 02"
            return kernelSockets.split(separator: "\n").count { $0.contains(end) }
        }

        /// The kernel's table of sockets, whose size it does not tell.
        private static var kernelSockets: String {
            let file = unsafe open("/proc/net/tcp", O_RDONLY)
            defer { close(file) }
            var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
            while case let count = unsafe read(file, &buffer, buffer.count), count > 0 {
                text += buffer.prefix(count)
            }
            return String(decoding: text, as: UTF8.self)
        }

        @Test func manyRequestsToOneNewNameAllSucceed() async throws {
            let server = try LoopbackServer()
            let (transport, url) = transport(["127.0.0.1"], port: server.port)
            let request = try HTTPRequest(url: "http://\(url)", timeouts: Self.patient)
            let count = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 { group.addTask { try await transport.fetch(request).0.status.code } }
                return try await group.reduce(into: 0) { $0 += $1 == 200 ? 1 : 0 }
            }
            #expect(count == 100)
        }

        @Test(arguments: [HTTPRequest.Method.get, .put, .post])
        func aRepeatWaitsForTheLookupToo(method: HTTPRequest.Method) async throws {
            let server = try LoopbackServer { connection in
                while let request = try connection.readRequest() {
                    if connection.index == 0, request.target != "/get" { return }
                    try connection.send(okResponse(String(request.body.count)))
                }
            }
            let transport = LibcurlTransport(
                nameOverrides: ["+several.test:\(server.port):127.0.0.1"], lookupSeconds: 1)
            let url = "http://several.test:\(server.port)"
            _ = try await transport.fetch(HTTPRequest(url: "\(url)/get"))
            // Until curl has forgotten the address; it counts whole seconds.
            try await Task.sleep(for: .milliseconds(2100))
            let body: RequestBody? = method == .get ? nil : .data(Data("abc".utf8))
            let request = try HTTPRequest(method: method, url: "\(url)/dead", body: body)
            if method == .post {
                let error = await transport.failure(of: request)
                #expect(error?.code == .connectionLost)
                #expect(error?.mayHaveBeenProcessed == true)
            } else {
                let (_, text) = try await transport.fetch(request)
                #expect(text == Data(method == .get ? "0".utf8 : "3".utf8))
            }
            #expect(server.received.map(\.target) == ["/get", "/dead"] + (method == .post ? [] : ["/dead"]))
        }

        @Test func aNameThatDoesNotExistFailsForAll() async throws {
            let transport = LibcurlTransport()
            let request = try HTTPRequest(url: "http://no-such-name.invalid/", timeouts: Self.patient)
            let codes = await withTaskGroup(of: NetworkError.Code?.self) { group in
                for _ in 0..<20 { group.addTask { await transport.failure(of: request)?.code } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes == Array(repeating: .cannotResolve, count: 20))
        }
    }
}
