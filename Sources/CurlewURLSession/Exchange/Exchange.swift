import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The exchange of one request and its response: the machine under a lock, and the effects of its decisions.
final class Exchange: Sendable {
    private struct Storage {
        var machine: TaskMachine
        var waiter: NetworkContinuation<HTTPResponse>?
        var task: SessionTask?
        var spooling: Task<Void, Never>?
        var upload: Upload?
        /// When the request was ready to send, and when it had a connection.
        var queueTime: MonotonicTime?
        var startTime: MonotonicTime?
        var feed: BodyFeed?

        /// What to send; nil once the exchange has ended.
        mutating func start(sharesConnection: Bool) -> Upload? {
            startTime = .now
            // HTTP/2 only: with HTTP/1.1 a server may keep reading after its response.
            machine.started(mayBeReadNoFurther: sharesConnection && upload?.isEmpty == false)
            return upload
        }

        /// Takes everything except the machine, once it has ended.
        mutating func takeIfEnded() -> Storage? {
            guard machine.isEnded else { return nil }
            defer { self = Storage(machine: machine, queueTime: queueTime, startTime: startTime) }
            return self
        }
    }

    let request: HTTPRequest
    /// Scheme, host and port, which identify a connection's use.
    let host: String
    /// Whether other requests may be on the same connection: with HTTP/2, which is used only over TLS.
    let mayShareConnection: Bool
    private let sessions: Sessions
    private let sentAt = MonotonicTime.now
    private let storage: Lock<Storage>
    private let report: UploadReport?

    init(_ request: HTTPRequest, in sessions: Sessions) {
        self.request = request
        self.sessions = sessions
        host = "\(request.scheme)://\(request.authority)"
        mayShareConnection = request.scheme == "https"
        report = UploadReport(request.body)
        storage = Lock(
            Storage(
                machine: TaskMachine(
                    timeouts: request.timeouts, authority: request.authority, now: sentAt)))
    }

    /// Sends the request and returns when the head of its response has arrived.
    func response(sending upload: Upload) async throws(NetworkError) -> HTTPResponse {
        try await withNetworkContinuation { continuation in
            begin(continuation, sending: upload)
        } onCancel: {
            abandon(.cancelled)
        }
    }

    /// Ends the exchange early.
    func abandon(_ failure: NetworkError) {
        end { $0.abandoned(failure) }
    }

    /// The metrics at the end of the body.
    var bodyEnd: ResponseBody.Completion { ResponseBody.Completion(metrics: metrics) }

    private var metrics: TransferMetrics {
        var metrics = TransferMetrics()
        let (queueTime, startTime) = storage.withLock { ($0.queueTime, $0.startTime) }
        if let queueTime { metrics.queuedTime = queueTime.nanoseconds(to: startTime ?? .now) }
        metrics.totalTime = sentAt.nanoseconds(to: .now)
        return metrics
    }
}

/// Starting.
extension Exchange {
    private func begin(_ continuation: NetworkContinuation<HTTPResponse>, sending upload: Upload) {
        let isOpen = sessions.add(self)
        let failure = storage.withLock { storage -> NetworkError? in
            if storage.machine.isEnded { return storage.machine.failure ?? .cancelled }
            storage.waiter = continuation
            return nil
        }
        if let failure {
            sessions.remove(self)
            return continuation.resume(with: .failure(failure))
        }
        guard isOpen else { return abandon(.closed) }
        alarmRang()
        if case .stream(let stream) = upload { spool(stream) } else { enqueue(upload) }
    }

    /// FoundationNetworking treats a stream that is not ready as ended, so a file is sent instead.
    private func spool(_ stream: RequestStream) {
        let spooling = Task {
            do {
                let upload = try await Upload.spooled(stream, upTo: sessions.spoolLimit) { self.bytesMoved() }
                enqueue(upload)
            } catch {
                abandon(.wrapping(error, as: .other, "the stream of the request's body failed"))
            }
        }
        let isTooLate = storage.withLock { storage in
            storage.spooling = spooling
            return storage.machine.isEnded
        }
        if isTooLate { spooling.cancel() }
    }

    private func enqueue(_ upload: Upload) {
        storage.withLock { storage in
            storage.queueTime = .now
            storage.machine.queued()
            if !storage.machine.isEnded { storage.upload = upload }
        }
        sessions.enqueue(self)
    }

    /// Makes the task soon, now that it may have a connection.
    func start() { sessions.queue.async { self.startTask() } }

    private func startTask() {
        let upload = storage.withLock { $0.start(sharesConnection: mayShareConnection) }
        guard let upload else { return sessions.connectionFreed(by: self) }
        do throws(NetworkError) {
            let task = try sessions.makeTask(for: self, sending: upload)
            storage.withLock { $0.task = task }
            task.resume()
            if storage.withLock({ $0.machine.taskResumed() }) { task.cancel() }
        } catch {
            abandon(error)
            sessions.connectionFreed(by: self)
        }
    }

    /// Ends the exchange if a limit has passed; sets the alarm for the next one.
    func alarmRang() {
        end { $0.timerFired(now: .now) }
        sessions.alarmClock.wake(by: storage.withLock { $0.machine.nextDeadline })
    }
}

/// What the delegate reports.
extension Exchange {
    func bytesSent(total: Int64) {
        report?.sent(total)
        bytesMoved()
    }

    /// Bytes of the request's body were sent, or spooled.
    private func bytesMoved() {
        let upload = storage.withLock { storage in
            storage.machine.bytesSent(now: .now)
            return storage.upload.take()
        }
        upload?.fileOpened()
    }

    func headReceived(_ response: HTTPURLResponse, isBodyLost: Bool = false) {
        let head = ResponseHead(response, to: request, isBodyLost: isBodyLost, limits: sessions.limits)
        if let refusal = head.refusal { return abandon(refusal) }
        let (waiter, body, deadline) = storage.withLock { storage in
            let isFinal = storage.machine.headReceived(
                status: response.statusCode, expecting: head.expectedBody, now: .now)
            let body = isFinal && head.hasBody ? openBody(in: &storage) : .empty
            return (isFinal ? storage.waiter.take() : nil, body, storage.machine.nextDeadline)
        }
        sessions.alarmClock.wake(by: deadline)
        waiter?.resume(with: .success(head.response(body: body, metrics: metrics)))
    }

    /// Inside the lock: an end must find the feed with its channel.
    private func openBody(in storage: inout Storage) -> ResponseBody {
        let feed = BodyFeed(exchange: self, spoolLimit: sessions.spoolLimit)
        storage.feed = feed
        return .channel(feed.open())
    }

    func dataReceived(_ data: Data) {
        let (feed, deadline) = storage.withLock { storage in
            let isWanted = storage.machine.dataReceived(data.count, now: .now)
            return (isWanted ? storage.feed : nil, storage.machine.standstillEnd)
        }
        sessions.alarmClock.wake(by: deadline)
        do throws(NetworkError) {
            try feed?.chunkReceived(data)
        } catch {
            abandon(error)
        }
    }

    func challengeReceived() {
        end { $0.challengeReceived() }
    }

    func taskCompleted(_ response: URLResponse?, error: (any Error)?) {
        let hasHead = storage.withLock { $0.machine.hasHead }
        // The head of a redirect without a Location is reported only here.
        if !hasHead, error == nil, let response = response as? HTTPURLResponse {
            headReceived(response, isBodyLost: true)
        }
        let failure = error.map { URLErrorMapping.networkError(for: $0, hasHead: hasHead).explained }
        end { $0.taskCompleted(with: failure) }
        sessions.connectionFreed(by: self)
    }
}

/// Ending.
extension Exchange {
    /// Decides and takes the state to end under one lock, so that no other thread takes it without ending it.
    private func end(_ decide: (inout TaskMachine) -> TaskMachine.End) {
        let (end, ended) = storage.withLock { storage in
            let end = decide(&storage.machine)
            return (end, storage.takeIfEnded())
        }
        if let ended { perform(end, on: ended) }
    }

    private func perform(_ end: TaskMachine.End, on ended: Storage) {
        sessions.remove(self)
        report?.end()
        ended.spooling?.cancel()
        if end.cancelsTask, let task = ended.task {
            task.cancel()
            if let start = end.silenceBegan(started: ended.startTime, timeouts: request.timeouts) {
                task.delegate.waitedInVain(self, since: start)
            }
        }
        if let failure = end.failsSend { ended.waiter?.resume(with: .failure(failure)) }
        if let outcome = end.endsBody { ended.feed?.ended(outcome) }
    }
}
