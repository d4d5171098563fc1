#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard output and standard error, unbuffered; a write after the reader has gone is an error, not a signal.
enum StandardStreams {
    /// The output cannot be written: its reader has gone, or its disk is full.
    struct WriteError: Error {
        let errno: Int32
    }

    /// Makes a write to a closed pipe an error, and keeps the three descriptors from becoming sockets.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // Takes the lowest free descriptor, which is this one; read-only, so that writes still fail.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Writes bytes to standard output.
    static func write(_ data: Data) throws(WriteError) {
        try write(data, to: STDOUT_FILENO)
    }

    /// Writes the elements of a sequence as they arrive, and stops after `limit` of them.
    static func write<Elements: AsyncSequence>(
        each elements: Elements, atMost limit: Int, as bytes: (Elements.Element) throws -> Data
    ) async throws {
        guard limit > 0 else { return }
        var rest = limit
        for try await element in elements {
            try write(try bytes(element))
            rest -= 1
            if rest == 0 { break }
        }
    }

    /// Writes a text and a line end to standard output; returns whether that worked.
    static func print(_ text: String) -> ExitCode {
        do throws(WriteError) {
            try write(Data("\(text)\n".utf8))
            return .success
        } catch {
            return cannotWrite(error)
        }
    }

    /// Explains on standard error that the output cannot be written.
    static func cannotWrite(_ error: WriteError) -> ExitCode {
        writeError(
            "curlew: cannot write to standard output: \(unsafe String(cString: strerror(error.errno)))")
        return .cannotWriteOutput
    }

    /// Writes a text and a line end to standard error; ignores failures.
    static func writeError(_ text: String) {
        try? write(Data("\(text)\n".utf8), to: STDERR_FILENO)
    }

    /// Whether standard error is a terminal.
    static var isErrorATerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// The columns of the terminal at standard error; 80 if unknown.
    static var terminalWidth: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes text to standard error as it is.
    static func draw(_ text: String) {
        try? write(Data(text.utf8), to: STDERR_FILENO)
    }

    private static func write(_ data: Data, to descriptor: Int32) throws(WriteError) {
        var rest = data
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe systemWrite(descriptor, $0.baseAddress, $0.count)
            }
            let failure = count < 0 ? errno : 0
            rest = rest.dropFirst(max(count, 0))
            switch failure {
            case 0, EINTR: break
            case EAGAIN: waitUntilWritable(descriptor)
            default: throw WriteError(errno: failure)
            }
        }
    }

    /// A process that shares the descriptor may have made it nonblocking.
    private static func waitUntilWritable(_ descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
    }
}

private let systemWrite = unsafe write
