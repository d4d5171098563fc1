import CommandSupport
import Testing

struct TextTableTests {
    @Test func padsEachColumnToItsWidestCell() {
        let table = TextTable(header: ["a", "long", "c"], rows: [["é–", "1", "x"], ["", "2", ""]])
        #expect(table.text == "a   long  c\né–  1     x\n    2")
    }
}
