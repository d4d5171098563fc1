import Testing

/// The tests over sockets run one after another: each has the processor, and its limits, for itself.
@Suite(.serialized) enum SocketTests {}
