extension HTTPRequest {
    /// The request that a redirect leads to (RFC 9110 §15.4; Fetch, HTTP-redirect fetch).
    ///
    /// POST becomes GET on 301 and 302, and every method except HEAD on 303; the body and its fields are then
    /// removed. On any change of scheme, host or port, the fields that carry secrets or name the old origin are
    /// removed permanently.
    func redirected(to target: Target, by status: HTTPResponse.Status) -> HTTPRequest {
        var request = self
        request.target = target
        if status.makesGet(of: method) {
            request.method = .get
            request.body = nil
            request.fields.removeAll { $0.name.describesContent }
        }
        if !target.isSameOrigin(as: self.target) { request.leaveOrigin() }
        return request
    }

    /// Permanently removes what is meant only for the first origin.
    mutating func leaveOrigin() {
        hasLeftOrigin = true
        fields.leaveOrigin()
    }
}

extension HTTPFields {
    /// Removes the fields that belong to one origin.
    mutating func leaveOrigin() {
        removeAll(where: \.belongsToOrigin)
    }
}

extension HTTPField {
    /// Whether the field carries a secret, belongs to one origin, or names it.
    var belongsToOrigin: Bool { isRedacted || name.belongsToOrigin }
}

extension HTTPResponse.Status {
    fileprivate func makesGet(of method: HTTPRequest.Method) -> Bool {
        switch code {
        case 301, 302: method == .post
        case 303: method != .head
        default: false
        }
    }
}

extension HTTPField.Name {
    private static let contentNames: Set<Self> = ["Digest", .reprDigest, .lastModified]
    private static let originNames: Set<Self> = [.host, .origin, .referer]

    /// Whether a field of this name describes the request's body (RFC 9110 §15.4, RFC 9530).
    fileprivate var describesContent: Bool {
        rawName.utf8.prefix(8).equalsIgnoringCase("Content-".utf8) || Self.contentNames.contains(self)
    }

    /// Whether a field of this name is meant for one origin, or reveals it to others.
    fileprivate var belongsToOrigin: Bool { Self.originNames.contains(self) }
}
