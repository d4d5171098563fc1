/// Columns of text, each as wide as its widest cell.
package struct TextTable {
    package let header: [String]
    package let rows: [[String]]

    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    package var text: String {
        let lines = [header] + rows
        let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { cells in
            let padded = zip(cells, widths).map { $0.padded(to: $1) }
            return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }
}

extension String {
    /// The text, padded with blanks to a width; a longer text stays as it is.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
