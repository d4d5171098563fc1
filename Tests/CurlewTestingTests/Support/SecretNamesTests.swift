import Testing

@testable import CurlewTesting

struct SecretNamesTests {
    @Test(arguments: [
        (#"{"token": "abc", "a": 1}"#, #"{"token": "<redacted>", "a": 1}"#),
        (
            #"{"a" : {"Client-Secret":{"x":[1,"}"]}, "b":2}}"#,
            #"{"a" : {"Client-Secret":{"x":[0,"<redacted>"]}, "b":2}}"#
        ),
        (#"{"password":12,"b":["token","x"]}"#, #"{"password":0,"b":["token","x"]}"#),
        (#"[{"api_key": null}]"#, #"[{"api_key": null}]"#),
        (#"{"secret": -1.5e+9, "code": 404, "key": "k"}"#, #"{"secret": 0, "code": 404, "key": "k"}"#),
        (#"{"x": "\"token\": 1"}"#, #"{"x": "\"token\": 1"}"#),
        (#"{"token"#, #"{"token"#), (#"{"token": "a"#, #"{"token": "<redacted>""#), ("", ""),
        ("\\\"", "\\\""),
    ])
    func valuesOfSecretNamesInJSONAreReplaced(_ text: String, _ expected: String) {
        #expect(SecretNames.standard.redactingJSON(text) == expected)
    }

    @Test(arguments: [
        ("a=1&access_token=x%20y&b", "a=1&access_token=%3Credacted%3E&b"),
        ("AccessToken=1&tok%65n=2", "AccessToken=%3Credacted%3E&tok%65n=%3Credacted%3E"), ("", ""),
        ("&&", "&&"),
    ])
    func valuesOfSecretNamesInFormsAreReplaced(_ text: String, _ expected: String) {
        #expect(SecretNames.standard.redactingForm(text) == expected)
    }
}
