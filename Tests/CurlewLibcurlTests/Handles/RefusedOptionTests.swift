import CCurl
import Testing

@testable import CurlewLibcurl

struct RefusedOptionTests {
    @Test func theMessageNamesTheOptionAndBothVersions() {
        let refused = RefusedOption(option: CURLOPT_PREREQFUNCTION, result: CURLE_UNKNOWN_OPTION)
        #expect(refused.description.contains("does not support CURLOPT_PREREQFUNCTION"))
        #expect(refused.description.hasPrefix("libcurl \(CurlVersion.current.number) "))
        #expect(refused.description.hasSuffix("(built with \(LIBCURL_VERSION))"))
    }

    @Test func anOptionThatThisLibraryDoesNotKnowIsNamedByItsNumber() {
        let refused = RefusedOption(option: CURLoption(rawValue: 9_999), result: CURLE_UNKNOWN_OPTION)
        #expect(refused.description.contains("does not support option 9999"))
    }

    @Test func aRefusedValueIsNotTakenForAMissingOption() {
        let refused = RefusedOption(option: CURLOPT_URL, result: CURLE_OUT_OF_MEMORY)
        #expect(refused.description.hasSuffix(" refuses the value of CURLOPT_URL (error 27)"))
    }
}
