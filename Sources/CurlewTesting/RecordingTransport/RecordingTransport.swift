public import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Records the exchanges of another transport in an HTTP archive (HAR 1.2), and replays them without a network.
///
///     let transport = try RecordingTransport("Fixtures/users.har", over: .libcurl)
///     let client = Client(baseURL: "https://api.example.com", transport: transport)
///
/// Run once, it records; from then on the file is replayed: equal requests get their responses in the recorded order.
/// A request that was not recorded fails with `.unsupported`, and the message says what differs from the nearest one.
/// Archives of browsers and other tools are replayed, too.
///
/// Secrets are replaced before anything is written: see ``RecordingSecrets``. They are replaced in what is compared as
/// well, so that a replay needs no secret.
///
/// An exchange is written when its body was read, failed or was dropped. The times of a stream's chunks are kept, and
/// pass in ``TestClock/run(_:)``.
public final class RecordingTransport: Transport {
    /// Whether exchanges are recorded or replayed; more modes can be added without breaking a caller.
    public struct Mode: Sendable, Hashable {
        private enum Kind { case record, replay, automatic }

        private let kind: Kind

        /// Everything is sent, and the file is written anew.
        public static let record = Mode(kind: .record)
        /// Nothing is sent.
        public static let replay = Mode(kind: .replay)
        /// The file is replayed if there is one, and otherwise recorded.
        public static let automatic = Mode(kind: .automatic)
    }

    private enum Work: Sendable {
        case record(HARRecorder, any Transport)
        case replay(HARPlayer, ScriptedTransport)
    }

    /// The capabilities of the recorded transport; those of a scripted one without it.
    public let capabilities: TransportCapabilities
    private let work: Work
    private let secrets: RecordingSecrets

    /// Makes a transport that records another one, or replays what it has recorded.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - mode: whether it is recorded or replayed.
    ///   - transport: sends what is recorded.
    ///   - match: which parts of a request are compared with the recorded ones.
    ///   - secrets: what is replaced in the file.
    /// - Throws: `.fileFailed` if the file to replay cannot be read or is no HTTP archive.
    public init(
        _ path: String, mode: Mode = .automatic, over transport: some Transport,
        match: RecordingMatch = RecordingMatch(), secrets: RecordingSecrets = .standard
    ) throws(NetworkError) {
        let hasFile = FileManager.default.fileExists(atPath: path)
        let isReplayed = mode == .replay || mode == .automatic && hasFile
        capabilities = transport.capabilities
        self.secrets = secrets
        work =
            isReplayed
            ? try Self.replaying(path, capabilities, match, secrets)
            : .record(HARRecorder(path: path), transport)
    }

    /// Makes a transport that replays a file, such as one of a browser, and never sends.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - match: which parts of a request are compared with the recorded ones.
    ///   - secrets: what is replaced in what is compared.
    /// - Throws: `.fileFailed` if the file cannot be read or is no HTTP archive.
    public init(
        replaying path: String, match: RecordingMatch = RecordingMatch(),
        secrets: RecordingSecrets = .standard
    ) throws(NetworkError) {
        capabilities = ScriptedTransport.standardCapabilities
        self.secrets = secrets
        work = try Self.replaying(path, capabilities, match, secrets)
    }

    private static func replaying(
        _ path: String, _ capabilities: TransportCapabilities, _ match: RecordingMatch,
        _ secrets: RecordingSecrets
    ) throws(NetworkError) -> Work {
        let player = try HARPlayer(path: path, match, secrets)
        return .replay(player, ScriptedTransport(capabilities: capabilities) { try player.response(to: $0) })
    }

    /// The recorded exchanges that were not replayed, in words; empty while recording.
    public var unused: [String] {
        if case .replay(let player, _) = work { player.unused } else { [] }
    }

    /// Throws `.other` if a recorded exchange was not replayed.
    public func verifyAllUsed() throws(NetworkError) {
        let unused = unused
        guard unused.isEmpty else {
            throw NetworkError(.other, "not replayed: \(unused.joined(separator: "; "))")
        }
    }

    /// Sends and records, or replays; throws what the other transport throws or the recording has, `.unsupported` for a
    /// request that is not in the recording, and `.fileFailed` if the file cannot be written.
    public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
        switch work {
        case .record(let recorder, let transport):
            try await record(try await request.prepared().withBodyInMemory(), recorder, transport)
        case .replay(_, let transport): try await transport.send(request)
        }
    }

    /// Shuts down the recorded transport; a replay has none.
    public func shutdown() {
        if case .record(_, let transport) = work { transport.shutdown() }
    }

    private func record(
        _ request: HTTPRequest, _ recorder: HARRecorder, _ transport: any Transport
    ) async throws(NetworkError) -> HTTPResponse {
        let index = recorder.begin()
        let secrets = secrets
        do throws(NetworkError) {
            var response = try await transport.send(request)
            let head = response
            let body = RecordedBody(response.body) { content throws(NetworkError) in
                try recorder.ended(index, HARFile.Entry(request, head, content, secrets))
            }
            response.body = body.body
            return response
        } catch {
            guard error.code != .cancelled else { throw error }
            let content = RecordedBody.Content(failure: error)
            try recorder.ended(index, HARFile.Entry(request, nil, content, secrets))
            throw error
        }
    }
}
