public import CurlewTesting
public import Testing

extension ScriptedTransport {
    /// Records an issue at the line of the call for each reply and route that was not used.
    public func expectAllUsed(sourceLocation: SourceLocation = #_sourceLocation) {
        for text in unused { Issue.record("not used: \(text)", sourceLocation: sourceLocation) }
    }
}

extension RecordingTransport {
    /// Records an issue at the line of the call for each recorded exchange that was not replayed.
    public func expectAllUsed(sourceLocation: SourceLocation = #_sourceLocation) {
        for text in unused { Issue.record("not replayed: \(text)", sourceLocation: sourceLocation) }
    }
}
