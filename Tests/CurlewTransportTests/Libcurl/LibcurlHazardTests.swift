import Testing

@testable import CurlewTransport

struct LibcurlHazardTests {
    private func references(_ version: String) -> Set<String> {
        Set(LibcurlHazard.all(of: LibcurlVersion(version), below: .libcurl).map(\.reference))
    }

    @Test(arguments: [
        ("7.83.1", false), ("7.84.0", true), ("7.84.0-DEV", true), ("7.85.0", false), ("8.0.0", false),
    ])
    func knowsTheVersionsOfAFault(version: String, has: Bool) {
        #expect(references(version).contains("curl/curl#9180") == has)
    }

    @Test func comparesVersionsByTheirNumbers() {
        #expect(LibcurlVersion("7.9.0") < LibcurlVersion("7.88.1"))
        #expect(LibcurlVersion("7.88.1") < LibcurlVersion("8.0"))
        #expect(LibcurlVersion("8") == LibcurlVersion("8.0.0"))
        #expect(LibcurlVersion("").description == "0.0.0")
    }

    /// What a transport does nothing against only takes time, or is an error.
    @Test(arguments: [LibcurlHazard.Holder.libcurl, .urlSession])
    func somethingIsDoneAgainstWhatLosesDataOrHangs(holder: LibcurlHazard.Holder) {
        let harmless = [
            "can be very slow", "can take seconds", "is an error", "delays the other addresses",
            "a thread of its own",
            "child processes inherit", "uses a whole core",
        ]
        for hazard in LibcurlHazard.known where hazard.remedies[holder] == nil {
            #expect(harmless.contains { hazard.summary.contains($0) }, "\(hazard.summary)")
        }
    }

    @Test func namesTheRemedyOfTheTransport() {
        let version = LibcurlVersion("7.88.1")
        for holder in [LibcurlHazard.Holder.libcurl, .urlSession] {
            let hazards = LibcurlHazard.all(of: version, below: holder)
            #expect(hazards.contains { $0.remedy != nil })
        }
    }

    @Test func writesVersionsAsARange() {
        let hazards = LibcurlHazard.all(of: LibcurlVersion("8.1.1"), below: .libcurl)
        #expect(hazards.first { $0.reference == "curl/curl#11426" }?.versions == "8.1.0–8.1.2")
        #expect(hazards.first?.versions == "7.80.0 and later")
    }
}
