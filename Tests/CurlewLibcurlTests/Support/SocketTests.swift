import Testing

/// The tests over sockets run one after another, so that each has the processor and its limits to itself.
@Suite(.serialized) enum SocketTests {}
