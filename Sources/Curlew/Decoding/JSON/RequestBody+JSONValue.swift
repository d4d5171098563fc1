extension RequestBody {
    /// A JSON value, encoded when it is sent, by the client's encoder.
    ///
    ///     .json(["name": "Ada", "age": 36, "tags": ["a", 1]])
    ///
    /// Literals whose values have several types compile by this one; any other value is taken by the generic `json`. What the
    /// encoder throws becomes `.encodingFailed`.
    public static func json(_ value: JSONValue) -> Self { encodable(value) }

    private static func encodable<Value: Encodable & Sendable>(_ value: Value) -> Self { .json(value) }
}
