import CurlewTransport
import Testing

@testable import CurlewLibcurl

/// Makes transfers that no loop drives: what decides on them is tested by plain calls.
struct TransferFixture {
    private let transport = LibcurlTransport()
    private let mailbox: Mailbox
    private let settings = TransferSettings(TransportConfiguration())
    private let callbacks = LoopCallbacks()
    private let pool = ChunkPool()

    init() throws {
        mailbox = try #require(Mailbox())
    }

    /// A start whose send has returned already: nothing waits for it.
    func start(_ request: HTTPRequest) async throws -> TransferStart {
        let ticket = TransferTicket(owner: transport, mailbox: mailbox)
        let upload = UploadChannel.start(request.body, ticket: ticket)
        let continuation = Lock<NetworkContinuation<HTTPResponse>?>(nil)
        _ = try await withNetworkContinuation { sending in
            continuation.withLock { $0 = sending }
            sending.resume(with: .success(HTTPResponse(status: 200)))
        } onCancel: {
        }
        return TransferStart(
            request: request, startTime: .now, ticket: ticket, upload: upload,
            continuation: try #require(continuation.withLock { $0 }))
    }

    func transfer(_ request: HTTPRequest) async throws -> Transfer {
        try Transfer(
            try await start(request), easy: try #require(PooledHandle()), settings: settings,
            callbacks: callbacks, pool: pool)
    }

    func transfer(_ url: String) async throws -> Transfer { try await transfer(HTTPRequest(url: url)) }
}

extension Transfer {
    /// The head of the response, of which these are the lines.
    func receiveHead(_ lines: String...) {
        for line in lines + [""] {
            unsafe Array("\(line)\r\n".utf8).withUnsafeBytes { line in
                _ = unsafe receiving.lineReceived(line)
            }
        }
    }
}
