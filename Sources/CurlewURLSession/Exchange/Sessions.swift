import CurlewTransport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The URLSessions of one transport, and their running exchanges.
///
/// One session is kept; a request that must not reuse a connection gets a session of its own, retired afterwards.
final class Sessions: Sendable {
    private struct Kept {
        var session: (session: URLSession, delegate: SessionDelegate)?
        /// When the session's connections, which are younger than it, become too old for further requests; nil for
        /// never.
        var end: ContinuousClock.Instant?
        var isClosed = false
    }

    private struct State {
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        // URLSession limits only the connections of one session, and this transport has many.
        var queue: ConnectionQueue<Exchange>
        var isClosed = false
    }

    /// The most bytes on disk for one slow reader.
    let spoolLimit: Int64
    let limits: TransportConfiguration
    /// Rings for the earliest deadline of all exchanges.
    let alarmClock = AlarmClock()
    /// The queue that makes tasks and retires sessions.
    let queue = CallQueue()
    private let configuration: URLSessionConfiguration
    private let state: Lock<State>
    private let kept = Lock(Kept())

    init(
        configuration limits: TransportConfiguration, sessionConfiguration: URLSessionConfiguration,
        spoolLimit: Int64
    ) {
        configuration = SessionConfiguration.restricted(
            sessionConfiguration, maxConnectionsPerHost: limits.maxConnectionsPerHost)
        self.limits = limits
        self.spoolLimit = spoolLimit
        state = Lock(
            State(
                queue: ConnectionQueue(
                    perHost: limits.maxConnectionsPerHost,
                    inAll: limits.maxConnections ?? DescriptorLimit.share)))
        alarmClock.start { [weak self] in self?.alarmRang() }
    }

    deinit {
        if let (session, delegate) = kept.withLock({ $0.session }) { delegate.retire(session) }
    }

    /// Registers an exchange; returns false after `shutdown`.
    func add(_ exchange: Exchange) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.exchanges[ObjectIdentifier(exchange)] = exchange }
            return !state.isClosed
        }
    }

    func remove(_ exchange: Exchange) {
        state.withLock { state in
            state.exchanges.removeValue(forKey: ObjectIdentifier(exchange))
            _ = state.queue.cancel(exchange)
        }
    }

    /// Starts an exchange as soon as it may have a connection.
    func enqueue(_ exchange: Exchange) {
        let mayStart = state.withLock { $0.queue.request(exchange, host: exchange.host) }
        if mayStart { exchange.start() }
    }

    /// An exchange's task has ended, or was never made: starts the exchange that waits for its connection.
    func connectionFreed(by exchange: Exchange) {
        for next in state.withLock({ $0.queue.release(host: exchange.host) }) { next.start() }
    }

    private func alarmRang() {
        for exchange in state.withLock({ Array($0.exchanges.values) }) { exchange.alarmRang() }
    }

    /// Makes a task that is not started, on the call queue; throws `.closed` after `shutdown`, `.unsupported` and
    /// `.fileFailed`.
    ///
    /// Sessions are retired on that queue, too: URLSession traps if a task is made on an invalidated one.
    func makeTask(for exchange: Exchange, sending upload: Upload) throws(NetworkError) -> SessionTask {
        let request = try URLRequest(exchange.request, hasBody: !upload.isEmpty)
        guard exchange.request.mayReuseConnection, upload.isEmpty else {
            let (session, delegate) = try makeSession(isForOneTask: true)
            return try delegate.makeTask(for: exchange, request, sending: upload, in: session)
        }
        let (session, delegate) = try kept.withLock { kept throws(NetworkError) in
            guard !kept.isClosed else { throw .closed }
            return try usableSession(of: &kept, to: exchange.host)
        }
        return try delegate.makeTask(for: exchange, request, sending: upload, in: session)
    }

    private func usableSession(
        of kept: inout Kept, to host: String
    ) throws(NetworkError) -> (session: URLSession, delegate: SessionDelegate) {
        if let session = kept.session {
            let isTooOld = kept.end.map { $0 <= .now } ?? false
            guard isTooOld || session.delegate.isSilent(host) else { return session }
            session.delegate.retire(session.session)
            kept.session = nil
        }
        let session = try makeSession(isForOneTask: false)
        kept.session = session
        kept.end = limits.connectionLifetime.end(from: .now)
        return session
    }

    /// Fails every running exchange and all later ones with `.closed`.
    func shutdown() {
        let exchanges = state.withLock { state in
            defer { state.exchanges = [:] }
            state.isClosed = true
            return Array(state.exchanges.values)
        }
        let session = kept.withLock { kept in
            kept.isClosed = true
            return kept.session.take()
        }
        for exchange in exchanges { exchange.abandon(.closed) }
        if let (session, delegate) = session { delegate.retire(session) }
    }

    /// Throws `.cannotConnect` without a descriptor: FoundationNetworking traps if libcurl, since 8.19, needs one.
    private func makeSession(isForOneTask: Bool) throws(NetworkError) -> (URLSession, SessionDelegate) {
        if let shortage = DescriptorShortage.current { throw shortage }
        let delegate = SessionDelegate(isForOneTask: isForOneTask, queue: queue)
        let session = URLSession(
            configuration: configuration, delegate: delegate, delegateQueue: DelegateQueue())
        return (session, delegate)
    }
}

extension HTTPRequest {
    /// Whether the request may use an idle connection, which may be dead.
    ///
    /// On a dead connection FoundationNetworking resends every request, even one whose method is not idempotent. It
    /// also ignores a request's `Connection: close`.
    fileprivate var mayReuseConnection: Bool {
        method.isIdempotent && fields[.connection]?.lowercased().contains("close") != true
    }
}
