import Testing

@testable import Curlew

@Suite(.timeLimit(.minutes(1)))
struct RedirectMatrixTests {
    private static let secrets: [HTTPField.Name] = [
        .authorization, .cookie, .proxyAuthorization, "X-Api-Key", "X-Marked",
    ]

    @Test func everyRequestArrivesAsTheStandardsSay() async throws {
        let rows = await RedirectMatrix.rows()
        #expect(rows.count == 105)
        for row in rows {
            for (destination, outcome) in row.outcomes {
                check(row, destination, outcome)
            }
        }
    }

    private func check(
        _ row: RedirectMatrix.Row, _ destination: RedirectMatrix.Destination,
        _ outcome: Result<HTTPRequest, NetworkError>
    ) {
        let place: Comment = "\(row.method) \(row.status) \(row.body) \(destination)"
        let becomesGet =
            row.status == 303 ? row.method != .head : row.status < 303 && row.method == .post
        let keepsBody = row.body != .none && !becomesGet
        switch outcome {
        case .failure(let error):
            let expected: NetworkError.Code =
                destination == .httpsToHTTP ? .redirectRefused : .bodyNotReplayable
            #expect(error.code == expected, place)
            #expect(destination == .httpsToHTTP || row.body == .stream && keepsBody, place)
        case .success(let request):
            #expect(destination != .httpsToHTTP && !(row.body == .stream && keepsBody), place)
            #expect(request.path == "/to", place)
            #expect(request.method == (becomesGet ? .get : row.method), place)
            #expect((request.body != nil) == keepsBody, place)
            #expect(request.fields.contains(.contentType) == keepsBody, place)
            #expect(request.fields["X-Plain"] == "v", place)
            let kept = Self.secrets.filter { request.fields.contains($0) }
            #expect(kept == (destination == .sameOrigin ? Self.secrets : []), place)
        }
    }
}
