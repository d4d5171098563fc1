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

    /// What is sent for each connection.
    var endpoint: Endpoint<Void> {
        .get(url: call.url, fields: call.fields, options: call.options)
    }

    static let usage = """
        curlew events URL [options]

        Prints the data of a server's events (text/event-stream) as they come, each one followed by a line end. When
        the connection ends it connects again and goes on behind the last event, until the server answers 204.

          --transport NAME     libcurl (the default) or urlsession
          -H 'Name: value'     add a field; can be repeated
          --last-event-id ID   go on behind this event
          --count N            end after so many events
          --once               do not connect again; 60 s without a byte end the connection then
          --timeout SECONDS    the limit over everything, such as 2.5; otherwise 30 s for the head
          --output json        print one JSON object a line instead: id, event and data

        Ends with 0 when the server or --count ends it; see: curlew help exit-codes
        """
}
