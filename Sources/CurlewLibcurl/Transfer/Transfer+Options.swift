import CCurl
import CurlewTransport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How a request becomes the options of an easy handle.
extension Transfer {
    /// Sets every option that the handle does not have from its last request; throws `.unsupported` if this libcurl
    /// refuses one, and any error of what TLS needs.
    func configure() throws(NetworkError) {
        let tls = try request.target.isSecure || path.usesTLS ? settings.tlsMaterial() : nil
        do throws(RefusedOption) {
            let inlineBody = self.inlineBody
            let shape = RequestShape(
                method: request.method,
                content: sending.isUpload ? .upload : inlineBody != nil ? .inline : .none,
                isSecure: request.target.isSecure, options: request.options, mayUseHTTP2: mayUseHTTP2,
                hasEmptyQuery: request.target.endsWithEmptyQuery, path: path, connectTo: connectTo)
            if easy.shape != shape { try setShape(shape, tls) }
            handle.begin(self)
            try handle.set(CURLOPT_URL, request.target.url)
            if shape.hasEmptyQuery {
                try EmptyQuery.set(request.target, isForwarded: isForwarded, on: handle)
            }
            try setContent(inlineBody)
            try setFields()
        } catch {
            handle.end()
            throw NetworkError(.unsupported, error.description)
        }
    }

    private func setShape(_ shape: RequestShape, _ tls: TLSMaterial?) throws(RefusedOption) {
        try easy.reset()
        try setSafeDefaults()
        try handle.setCallbacks(closing: callbacks)
        try setPath(tls)
        try setNames(shape.connectTo)
        try setVersion()
        if request.target.isSecure, let tls {
            try tls.set(on: handle)
            // curl reports what `CurlRemark` needs only in its log.
            try handle.setRemarkCallback()
            try handle.setProgressCallback()
        }
        try setMethod(shape.content)
        easy.shape = shape
    }

    private var handle: EasyHandle { _read { yield easy.handle } }

    private func setSafeDefaults() throws(RefusedOption) {
        try handle.setDefaults()
        try handle.set(CURLOPT_DNS_CACHE_TIMEOUT, settings.lookupSeconds)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        try handle.set(CURLOPT_PATH_AS_IS, 1)
        try handle.set(CURLOPT_BUFFERSIZE, bufferSize)
        try handle.set(CURLOPT_MAXAGE_CONN, settings.idleSeconds)
        try handle.set(CURLOPT_MAXLIFETIME_CONN, settings.lifetimeSeconds)
        try setKeepAlive()
    }

    /// Without probes the wait for a vanished peer would be indefinite: nothing is sent that could fail.
    private func setKeepAlive() throws(RefusedOption) {
        try handle.set(CURLOPT_TCP_KEEPALIVE, 1)
        try handle.set(CURLOPT_TCP_KEEPIDLE, 60)
        try handle.set(CURLOPT_TCP_KEEPINTVL, 60)
    }

    var bufferSize: Int { request.options.delivery == .streamed ? 64 * 1024 : 16 * 1024 }

    private func setVersion() throws(RefusedOption) {
        guard mayUseHTTP2 else {
            try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
            if request.target.isSecure { try easy.setScope(AddressScope.http1) }
            return
        }
        try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // On http it would make every request to a host wait for the first response's head.
        if request.target.isSecure { try handle.set(CURLOPT_PIPEWAIT, 1) }
    }

    /// Whether it may share a connection with other requests at the same time.
    var mayShareConnection: Bool { request.target.isSecure && mayUseHTTP2 }

    /// HTTP/2 cannot carry a very large head.
    var mayUseHTTP2: Bool {
        guard request.options.httpVersion == .automatic, request.fitsHTTP2, !LostStreams.arePossible else {
            return false
        }
        return SlowStreams.mayShareConnection(request.options.delivery)
    }

    private func setMethod(_ content: RequestShape.Content) throws(RefusedOption) {
        switch (content, request.method) {
        case (.upload, let method):
            try handle.set(CURLOPT_UPLOAD, 1)
            try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        case (.inline, let method):
            try handle.set(CURLOPT_POST, 1)
            try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        case (.none, .head): try handle.set(CURLOPT_NOBODY, 1)
        case (.none, .get): try handle.set(CURLOPT_HTTPGET, 1)
        case (.none, let method): try handle.set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    private func setContent(_ inlineBody: Data?) throws(RefusedOption) {
        if sending.isUpload {
            try handle.set(CURLOPT_INFILESIZE_LARGE, offset: sending.length ?? -1)
        } else if let inlineBody {
            try setInlineBody(inlineBody)
        }
    }

    /// A small body; empty for a method that sends `Content-Length: 0` without one (RFC 9110 §8.6).
    private var inlineBody: Data? {
        if case .data(let data) = request.body?.content { return data }
        return request.method.anticipatesBody ? Data() : nil
    }

    /// curl copies a small body, so that nothing must stay alive for it.
    private func setInlineBody(_ data: Data) throws(RefusedOption) {
        try unsafe data.withUnsafeBytes { bytes in
            Result { () throws(RefusedOption) in unsafe try handle.setBody(bytes) }
        }.get()
    }

    private func setFields() throws(RefusedOption) {
        var suppressed: FieldList.Suppressed = []
        if !request.fields.contains(.accept) { suppressed.insert(.accept) }
        if !request.fields.contains(.contentType) { suppressed.insert(.contentType) }
        if !sending.asksToContinue { suppressed.insert(.expect) }
        try easy.set(request.fields, suppressing: suppressed, asksToContinue: sending.asksToContinue)
    }
}
