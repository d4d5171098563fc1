import Curlew

/// The arguments of `curlew events`.
struct EventsOptions {
    var url = ""
    var transport = TransportChoice.libcurl
    var fields = HTTPFields()
    var timeout: Duration?
    var lastEventID = ""
    var count = Int.max
    var reconnects = true
    var printsJSON = false

    init(_ arguments: [String]) throws(UsageError) {
        var reader = ArgumentReader(arguments, command: "events")
        var operands: [String] = []
        while let argument = try reader.next() {
            switch argument {
            case .operand(let operand): operands.append(operand)
            case .option(let name): try read(name, &reader)
            }
        }
        guard let url = operands.first, operands.count == 1 else { throw reader.error("one URL is needed") }
        self.url = url
    }

    private mutating func read(_ name: String, _ reader: inout ArgumentReader) throws(UsageError) {
        switch name {
        case "--transport": transport = try reader.transport()
        case "-H": fields.append(try reader.field())
        case "--timeout": timeout = try reader.timeout()
        case "--last-event-id": lastEventID = try reader.value(of: name)
        case "--count": count = try reader.count(of: name)
        case "--once": reconnects = false
        case "--output": printsJSON = try reader.isJSONOutput()
        default: throw reader.unknown(.option(name))
        }
    }

    /// What is sent for each connection.
    var endpoint: Endpoint<Void> {
        .get("", fields: fields, timeouts: timeout.map { Timeouts(head: nil, idle: nil, total: $0) })
    }

    static let usage = """
        curlew events URL [options]

        Prints the data of a server's events (text/event-stream) as they come, each one followed by a line end. When
        the connection ends it connects again and goes on behind the last event, until the server answers 204.

          --transport NAME     libcurl (the default) or urlsession
          -H 'Name: value'     add a field; can be repeated
          --last-event-id ID   go on behind this event
          --count N            end after so many events
          --once               do not connect again
          --timeout SECONDS    the limit over everything, such as 2.5; otherwise 30 s for the head
          --output json        print one JSON object a line instead: id, event and data

        Ends with 0 when the server or --count ends it; see: curlew help exit-codes
        """
}
