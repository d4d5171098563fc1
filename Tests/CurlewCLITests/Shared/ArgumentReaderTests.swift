import Testing

@testable import CurlewCLI

struct ArgumentReaderTests {
    @Test func distinguishesOptionsFromOperands() throws {
        var reader = ArgumentReader(["--name", "value", "operand", "-i", "-"], command: "test")
        #expect(try reader.next() == .option("--name"))
        #expect(try reader.value(of: "--name") == "value")
        #expect(try reader.next() == .operand("operand"))
        #expect(try reader.next() == .option("-i"))
        #expect(try reader.next() == .operand("-"))
        #expect(try reader.next() == nil)
    }

    @Test(arguments: [["--name=a=b"], ["--name", "a=b"], ["-na=b"], ["-n", "a=b"]])
    func takesTheValueFromTheSameOrTheNextArgument(arguments: [String]) throws {
        var reader = ArgumentReader(arguments, command: "test")
        _ = try reader.next()
        #expect(try reader.value(of: "--name") == "a=b")
        #expect(try reader.next() == nil)
    }

    @Test func takesAValueThatLooksLikeAnOption() throws {
        var reader = ArgumentReader(["--data", "--x"], command: "test")
        _ = try reader.next()
        #expect(try reader.value(of: "--data") == "--x")
    }

    @Test func hasOnlyOperandsAfterTheDashes() throws {
        var reader = ArgumentReader(["--", "--name", "-i"], command: "test")
        #expect(try reader.next() == .operand("--name"))
        #expect(try reader.next() == .operand("-i"))
    }

    @Test func refusesAMissingValue() throws {
        var reader = ArgumentReader(["--name"], command: "test")
        _ = try reader.next()
        #expect(throws: UsageError("--name needs a value", command: "test")) {
            try reader.value(of: "--name")
        }
    }

    @Test(arguments: ["--flag=secret", "-fsecret"])
    func refusesAValueForAFlagWithoutPrintingIt(argument: String) throws {
        var reader = ArgumentReader([argument], command: "test")
        _ = try reader.next()
        let error = #expect(throws: UsageError.self) { try reader.next() }
        #expect(error?.message.contains("secret") == false)
    }

    @Test func namesAnUnexpectedArgument() {
        let reader = ArgumentReader([], command: "test")
        #expect(reader.unknown(.operand("x")).message == "unexpected argument \"x\"")
    }

    @Test(arguments: ["http://a:secret@b", "http://b?key=secret", "key=secret"])
    func anUnexpectedArgumentThatMayHoldASecretIsNotPrinted(argument: String) {
        let reader = ArgumentReader([], command: "test")
        #expect(reader.unknown(.operand(argument)).message == "unexpected argument")
    }
}
