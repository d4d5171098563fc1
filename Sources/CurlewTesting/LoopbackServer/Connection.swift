import CurlewTransport

extension LoopbackServer {
    /// One connection to the server, driven by blocking calls on its own thread.
    ///
    /// Calls throw `ConnectionError` once the peer or `stop()` has ended the connection; a script need not catch it.
    public final class Connection {
        /// The number of this connection in accept order, from 0.
        public let index: Int
        private let socket: Socket
        private let recorder: Recorder
        private var isOpen = true
        private var input = ReceiveBuffer()
        private var head = RequestHeadParser()
        private var body: RequestBodyReader?
        private var record: Int?
        private var isAwaitingContinue = false

        private init(_ socket: Socket, index: Int, recorder: Recorder) {
            self.socket = socket
            self.index = index
            self.recorder = recorder
        }

        /// Runs `script` with the connection of `socket` on a thread of its own.
        static func start(on socket: Socket, recorder: Recorder, script: @escaping Script) {
            guard let index = recorder.connectionAccepted(socket) else { return socket.close() }
            let isRunning = PosixThread.start {
                let connection = Connection(socket, index: index, recorder: recorder)
                try? script(connection)
                connection.close()
            }
            if !isRunning { recorder.closeConnection(index) }
        }

        /// Closes the connection; harmless when repeated.
        ///
        /// If a request's body has not been read completely, the rest is discarded for up to a second first:
        /// closing at once would reset the connection, and the peer could lose the response.
        public func close() {
            guard isOpen else { return }
            if body?.isComplete == false { return closeDiscardingInput() }
            isOpen = false
            recorder.closeConnection(index)
        }

        /// Discards input for up to a second, then closes.
        func closeDiscardingInput() {
            socket.shutdownSending()
            _ = waitForPeerToClose(within: .seconds(1))
            isOpen = false
            recorder.closeConnection(index)
        }

        /// Closes the connection with a TCP reset.
        public func reset() {
            guard isOpen else { return }
            isOpen = false
            socket.resetOnClose()
            recorder.closeConnection(index)
        }
    }
}

// Waiting and sending.
extension LoopbackServer.Connection {
    /// Sends the UTF-8 of `text`.
    ///
    /// - Throws: `ConnectionError.ended`.
    public func send(_ text: String) throws(LoopbackServer.ConnectionError) {
        try send(Array(text.utf8))
    }

    /// Sends `bytes`.
    ///
    /// - Throws: `ConnectionError.ended`.
    public func send(_ bytes: [UInt8]) throws(LoopbackServer.ConnectionError) {
        try send(bytes[...])
    }

    /// Sends `bytes`.
    ///
    /// - Throws: `ConnectionError.ended`.
    public func send(_ bytes: ArraySlice<UInt8>) throws(LoopbackServer.ConnectionError) {
        guard isOpen, unsafe bytes.withUnsafeBytes({ unsafe socket.send($0) }) else { throw .ended }
    }

    /// Waits for `duration`.
    ///
    /// - Throws: `ConnectionError.ended` as soon as the peer closes its side or the server stops.
    public func pause(_ duration: Duration) throws(LoopbackServer.ConnectionError) {
        let wakeup = isOpen ? socket.wait(reading: false, until: .now + duration) : .ended
        if wakeup != .timedOut { throw .ended }
    }

    /// Waits until the peer has closed its side, and discards what it still sends.
    ///
    /// - Returns: whether the peer closed, or the connection ended otherwise, within `limit`.
    public func waitForPeerToClose(within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while isOpen {
            if socket.wait(reading: true, until: deadline) == .timedOut { return false }
            input.discard()
            if !hasInput() { return true }
        }
        return true
    }
}

// Reading.
extension LoopbackServer.Connection {
    /// Reads the head of the next request; the body of the previous one must have been read with `readBody`.
    ///
    /// - Returns: the request without its body; nil if the peer closes before it sends one.
    /// - Throws: `ConnectionError` if the head is malformed, or the connection ends within it.
    public func readHead() throws(LoopbackServer.ConnectionError) -> LoopbackServer.ReceivedRequest? {
        while hasInput() {
            let (request, used) = try head.bytesReceived(input.unused)
            input.use(used)
            if let request { return try headReceived(request) }
        }
        if head.isEmpty { return nil }
        throw .ended
    }

    /// Reads the next request with its body; keeps at most `limit` bytes of the body.
    ///
    /// - Returns: the request; nil if the peer closes before it sends one.
    /// - Throws: `ConnectionError` if the request is malformed, or the connection ends within it.
    public func readRequest(
        keeping limit: Int = 64 << 20
    ) throws(LoopbackServer.ConnectionError) -> LoopbackServer.ReceivedRequest? {
        guard var request = try readHead() else { return nil }
        try readBody { bytes in
            request.body += bytes.prefix(max(0, limit - request.body.count))
            request.bodyLength += bytes.count
        }
        request.isComplete = true
        return request
    }

    /// Reads the body of the request whose head was read last; sends 100 (Continue) first if the peer waits for it.
    ///
    /// - Parameter chunk: gets each chunk of the body, without its framing, as it arrives.
    /// - Throws: `ConnectionError` if the framing is malformed, or the connection ends within the body.
    public func readBody(
        _ chunk: (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(LoopbackServer.ConnectionError) {
        if isAwaitingContinue && input.isEmpty { try send("HTTP/1.1 100 Continue\r\n\r\n") }
        isAwaitingContinue = false
        while var reader = body, !reader.isComplete {
            guard hasInput() else { throw .ended }
            let (data, used) = try reader.bytesReceived(input.unused)
            body = reader
            input.use(used)
            if !data.isEmpty { chunk(data) }
            recorder.bodyReceived(data, isComplete: reader.isComplete, at: record)
        }
    }

    /// Reads the bytes that arrive next: at least one, at most `limit` and at most 16 KiB.
    ///
    /// - Returns: the bytes; none if the peer has closed.
    public func read(upTo limit: Int) -> [UInt8] {
        guard hasInput() else { return [] }
        let bytes = input.unused.prefix(max(1, limit))
        input.use(bytes.count)
        return Array(bytes)
    }

    /// Whether the peer waits for a 100 before it sends the body of the request whose head was read last.
    var isPeerAwaitingContinue: Bool { isAwaitingContinue && input.isEmpty }

    /// Makes the next request readable after a response that did not need the body of this one.
    func discardBody() throws(LoopbackServer.ConnectionError) {
        // A peer that still waits for a 100 sends no body after the final response (RFC 9110 §10.1.1).
        if isPeerAwaitingContinue { body = nil } else { try readBody() }
    }

    private func headReceived(
        _ request: LoopbackServer.ReceivedRequest
    ) throws(LoopbackServer.ConnectionError) -> LoopbackServer.ReceivedRequest {
        let reader = try RequestBodyReader(for: request)
        body = reader
        isAwaitingContinue = request.expectsContinue && !reader.isComplete
        var request = request
        request.connectionIndex = index
        request.isComplete = reader.isComplete
        record = recorder.headReceived(request)
        return request
    }

    /// Blocks until there is input; false at the end of the connection.
    private func hasInput() -> Bool {
        !input.isEmpty || (isOpen && input.fill(from: socket))
    }
}
