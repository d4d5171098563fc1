import Testing

@testable import CurlewCLI

struct ArgumentReaderTests {
    @Test func tellsOptionsFromOperands() throws {
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

    @Test func hasOnlyOperandsBehindTheDashes() throws {
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
}
