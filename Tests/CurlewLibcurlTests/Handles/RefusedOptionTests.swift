import CCurl
import CurlewTransport
import Testing

@testable import CurlewLibcurl

struct RefusedOptionTests {
    @Test func anOlderLibraryThanTheHeadersIsNamedWithBothVersionsAndWhatToDo() {
        let refused = RefusedOption(
            option: CURLOPT_PREREQFUNCTION, result: CURLE_UNKNOWN_OPTION, library: LibcurlVersion("7.81.0"),
            headers: LibcurlVersion("7.88.1"))
        #expect(
            refused.description
                == "libcurl 7.81.0 does not support CURLOPT_PREREQFUNCTION, and this program was built with "
                + "libcurl 7.88.1: install libcurl 7.88.1 or later, or build the program with the headers of 7.81.0"
        )
    }

    @Test func aLibraryThatWasBuiltWithoutAnOptionIsNotCalledTooOld() {
        let refused = RefusedOption(option: CURLOPT_PREREQFUNCTION, result: CURLE_NOT_BUILT_IN)
        #expect(refused.description.hasPrefix("libcurl \(CurlVersion.current.number) does not support"))
        if CurlVersion.current.number >= CurlVersion.ofHeaders {
            #expect(refused.description.hasSuffix(": use a libcurl that was built with the option"))
        }
    }

    @Test(arguments: NewerOption.allCases)
    func aNewerOptionIsNamedEvenIfTheLibraryDoesNotKnowIt(option: NewerOption) throws {
        guard let number = option.number else { return }
        let refused = RefusedOption(option: number, result: CURLE_UNKNOWN_OPTION)
        #expect(refused.description.contains("does not support CURLOPT_\(option.rawValue),"))
    }

    /// The name is that of the option which was refused.
    @Test(arguments: NewerOption.allCases)
    func aNewerOptionHasTheNameThatCurlGivesIt(option: NewerOption) throws {
        guard let number = option.number,
            let known = unsafe curl_easy_option_by_name(option.rawValue)
        else { return }
        #expect(unsafe known.pointee.id == number)
    }

    @Test func anUnknownOptionIsNamedByItsNumber() {
        let refused = RefusedOption(option: CURLoption(rawValue: 9_999), result: CURLE_UNKNOWN_OPTION)
        #expect(refused.description.contains("does not support option 9999"))
    }

    @Test func aRefusedValueIsNotTakenForAMissingOption() {
        let refused = RefusedOption(option: CURLOPT_URL, result: CURLE_OUT_OF_MEMORY)
        #expect(refused.description.hasSuffix(" refuses the value of CURLOPT_URL (error 27)"))
    }
}
