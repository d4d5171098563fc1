#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An HTTP archive, version 1.2: exchanges as JSON, as browsers and other tools write them.
///
/// Members that those leave out are optional. Names with an underscore are this package's, as the format allows.
struct HARFile: Codable {
    var log: Log

    struct Log: Codable {
        var version: String?
        var creator: Creator?
        var entries: [Entry]
    }

    struct Creator: Codable {
        var name: String?
        var version: String?
    }

    struct Entry: Codable {
        var startedDateTime: String?
        var time: Double?
        var request: Request
        var response: Response
        var cache: [String: String]?
        var timings: Timings?
        /// When the parts of a streamed body came.
        var _chunks: [Chunk]?
        /// How the exchange failed.
        var _failure: Failure?
        /// Whether the reader stopped before the end of the body.
        var _isAbandoned: Bool?
    }

    struct Timings: Codable {
        var send: Double?
        var wait: Double?
        var receive: Double?
    }

    struct Request: Codable {
        var method: String
        var url: String
        var httpVersion: String?
        var cookies: [Item]?
        var headers: [Item]?
        var queryString: [Item]?
        var postData: PostData?
        var headersSize: Int?
        var bodySize: Int?
    }

    struct PostData: Codable {
        var mimeType: String?
        var text: String?
        var params: [Item]?
        /// `base64` for a body that is not text; the format has a place for it only in responses.
        var _encoding: String?
    }

    struct Response: Codable {
        var status: Int
        var statusText: String?
        var httpVersion: String?
        var cookies: [Item]?
        var headers: [Item]?
        var content: Content?
        var redirectURL: String?
        var headersSize: Int?
        var bodySize: Int?
    }

    struct Content: Codable {
        var size: Int?
        var mimeType: String?
        var text: String?
        var encoding: String?
        /// Whether the bytes are still in the content coding of the response's field.
        var _isEncoded: Bool?
    }

    struct Item: Codable {
        var name: String
        var value: String?
    }

    struct Chunk: Codable {
        /// Milliseconds since the head.
        var at: Int
        var length: Int
    }

    struct Failure: Codable {
        var code: String
        var message: String
        var phase: String?
        var mayHaveBeenProcessed: Bool?
    }
}

// Members that other tools add are ignored, of whatever type they are.

extension HARFile.Entry {
    private enum CodingKeys: String, CodingKey {
        case startedDateTime, time, request, response, cache, timings, _chunks, _failure, _isAbandoned
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        request = try container.decode(HARFile.Request.self, forKey: .request)
        response = try container.decode(HARFile.Response.self, forKey: .response)
        _chunks = try? container.decodeIfPresent([HARFile.Chunk].self, forKey: ._chunks)
        _failure = try? container.decodeIfPresent(HARFile.Failure.self, forKey: ._failure)
        _isAbandoned = try? container.decodeIfPresent(Bool.self, forKey: ._isAbandoned)
    }
}

extension HARFile.Request {
    private enum CodingKeys: String, CodingKey {
        case method, url, httpVersion, cookies, headers, queryString, postData, headersSize, bodySize
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        method = try container.decode(String.self, forKey: .method)
        url = try container.decode(String.self, forKey: .url)
        headers = try? container.decodeIfPresent([HARFile.Item].self, forKey: .headers)
        postData = try? container.decodeIfPresent(HARFile.PostData.self, forKey: .postData)
    }
}

extension HARFile.Response {
    private enum CodingKeys: String, CodingKey {
        case status, statusText, httpVersion, cookies, headers, content, redirectURL, headersSize, bodySize
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        status = try container.decode(Int.self, forKey: .status)
        statusText = try? container.decodeIfPresent(String.self, forKey: .statusText)
        httpVersion = try? container.decodeIfPresent(String.self, forKey: .httpVersion)
        headers = try? container.decodeIfPresent([HARFile.Item].self, forKey: .headers)
        content = try? container.decodeIfPresent(HARFile.Content.self, forKey: .content)
    }
}
