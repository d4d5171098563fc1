import Curlew

/// The arguments of `curlew events`.
struct EventsOptions {
    var call = CallOptions()
    var lastEventID = ""
    var count = Int.max
    var reconnects = true
    var printsJSON = false

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "events")
        let operands = try reader.operands { name, reader throws(UsageError) in try read(name, &reader) }
        try call.setURL(operands, reader)
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--last-event-id": lastEventID = try reader.value(of: name)
        case "--count": count = try reader.number(of: name, in: 0...Int.max)
        case "--once": reconnects = false
        case "--output":
            try reader.readJSONOutput()
            printsJSON = true
        default: try call.read(name, &reader)
        }
    }

    /// The request of each connection.
    var endpoint: Endpoint<Void> {
        .get(url: call.url, fields: call.fields, options: call.options)
    }

    static let usage = """
        curlew events URL [options]

        Prints the data of a server's events (text/event-stream) as they arrive, each followed by a line end. When the
        connection ends, it reconnects and resumes after the last event, until the server responds with 204.

          --transport NAME     libcurl (the default) or urlsession
        \(NetworkOptions.usage(indent: 2))
          -H 'Name: value'     add a field; can be repeated
          --last-event-id ID   resume after this event
          --count N            stop after N events
          --once               do not reconnect; 60 s without a byte then end the connection
          --timeout SECONDS    total time limit, such as 2.5 (default: 30 s for the head)
          --output json        print one JSON object per line instead: id, event and data

        Exits with 0 if the server or --count ends the stream. See: curlew help exit-codes
        """
}
