extension Work {
    /// All works that the servers support.
    static func all(on servers: Servers) -> [Work] {
        small(servers.url) + large(servers) + secure(servers)
    }

    /// The three works of a quick run.
    static let quick: Set<String> = ["sequential", "64 concurrent", "256 MiB stream"]

    private static func small(_ server: String) -> [Work] {
        let concurrent = [8, 64, 256, 1_000].map { count in
            Work(name: "\(count) concurrent", url: "\(server)/json", concurrency: count, total: 40_000)
        }
        return [Work(name: "sequential", url: "\(server)/json", concurrency: 1, total: 8_000)] + concurrent
            + [
                Work(
                    name: "POST 256 bytes", url: "\(server)/json", concurrency: 64, total: 30_000, kind: .post
                ),
                Work(
                    name: "GET 100 KiB", url: "\(server)/100KiB", concurrency: 64, total: 10_000, kind: .bytes
                ),
                Work(
                    name: "4000 in flight", url: "\(server)/slow", concurrency: 4_000, total: 8_000,
                    isWaiting: true),
            ]
    }

    // More than one body each, so that the time is not too short for the kernel's clock of other processes.
    private static func large(_ servers: Servers) -> [Work] {
        let download = "\(servers.url)/256MiB"
        let upload = "\(servers.url)/received"
        return [
            Work(name: "256 MiB stream", url: download, concurrency: 1, total: 3, kind: .stream),
            Work(name: "256 MiB to a file", url: download, concurrency: 1, total: 2, kind: .file),
            Work(name: "256 MiB from a stream", url: upload, concurrency: 1, total: 2, kind: .uploadStream),
        ]
            + (servers.file.map { file in
                [
                    Work(
                        name: "256 MiB from a file", url: upload, concurrency: 1, total: 2, kind: .uploadFile,
                        source: file)
                ]
            } ?? [])
    }

    private static func secure(_ servers: Servers) -> [Work] {
        [
            ("HTTPS kept", servers.https, 30_000), ("HTTPS handshakes", servers.handshake, 1_500),
            ("HTTP/2", servers.http2, 20_000),
        ].compactMap { name, server, total in
            server.map { Work(name: name, url: "\($0)/json", concurrency: 64, total: total) }
        }
    }
}
