import CCurl
import CurlewTransport

/// Owns the list of field lines that a transfer sends; curl reads it while the transfer runs.
///
/// curl's own list needs two allocations per line; this one is a single block of all nodes and lines.
@safe
struct FieldList: ~Copyable {
    private let block: UnsafeMutableRawPointer?
    private var isEmpty = true

    /// What curl adds by default, unless a line without a value keeps it from it.
    struct Suppressed: OptionSet {
        let rawValue: Int
        static let accept = Suppressed(rawValue: 1)
        static let contentType = Suppressed(rawValue: 2)
        static let expect = Suppressed(rawValue: 4)
    }

    /// An empty list.
    init() {
        unsafe block = nil
    }

    /// The lines of the fields, `Expect` if requested, and the suppressing lines.
    init(_ fields: HTTPFields, asksToContinue: Bool, suppressing suppressed: Suppressed) {
        var layout = Layout()
        fields.forEachField { name, value in layout.add(name.count + max(1, value.count + 2)) }
        let fixedLines = Self.fixedLines(asksToContinue, suppressed)
        for line in fixedLines { layout.add(line.utf8CodeUnitCount) }
        let block = unsafe UnsafeMutableRawPointer.allocate(
            byteCount: layout.size, alignment: MemoryLayout<curl_slist>.alignment)
        var writer = unsafe Writer(block: block, lineCount: layout.lineCount)
        fields.forEachField { name, value in writer.add(name: name, value: value) }
        for line in fixedLines { writer.add(line) }
        unsafe self.block = unsafe block
        isEmpty = layout.lineCount == 0
    }

    deinit {
        unsafe block?.deallocate()
    }

    /// The first line; nil for an empty list.
    var first: UnsafeMutablePointer<curl_slist>? {
        unsafe isEmpty ? nil : block?.assumingMemoryBound(to: curl_slist.self)
    }

    /// Shortens the last line to its first bytes.
    func cutLastLine(after count: Int) {
        var last = unsafe first
        while let next = unsafe last?.pointee.next { unsafe last = next }
        unsafe last?.pointee.data[count] = 0
    }

    private static func fixedLines(_ asksToContinue: Bool, _ suppressed: Suppressed) -> [StaticString] {
        var lines: [StaticString] = []
        if suppressed.contains(.accept) { lines.append("Accept:") }
        if suppressed.contains(.contentType) { lines.append("Content-Type:") }
        if suppressed.contains(.expect) { lines.append("Expect:") }
        if asksToContinue { lines.append("Expect: 100-continue") }
        return lines
    }

    /// The layout of the block: nodes first, then the lines, each ended by a NUL.
    private struct Layout {
        private(set) var lineCount = 0
        private var textSize = 0

        var size: Int { unsafe lineCount * MemoryLayout<curl_slist>.stride + textSize }

        mutating func add(_ length: Int) {
            lineCount += 1
            textSize += length + 1
        }
    }

    /// Fills the block.
    @safe
    private struct Writer {
        private let nodes: UnsafeMutablePointer<curl_slist>
        private let lineCount: Int
        private var text: UnsafeMutablePointer<CChar>
        private var index = 0

        init(block: UnsafeMutableRawPointer, lineCount: Int) {
            unsafe nodes = unsafe block.assumingMemoryBound(to: curl_slist.self)
            unsafe text = unsafe (block + lineCount * MemoryLayout<curl_slist>.stride)
                .assumingMemoryBound(to: CChar.self)
            self.lineCount = lineCount
        }

        /// curl expects `Name;` for an empty value.
        mutating func add(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
            beginLine()
            put(name)
            if value.isEmpty {
                put(UInt8(ascii: ";"))
            } else {
                put(UInt8(ascii: ":"))
                put(UInt8(ascii: " "))
                put(value)
            }
            put(0)
        }

        mutating func add(_ line: StaticString) {
            beginLine()
            unsafe UnsafeMutableRawPointer(text).copyMemory(
                from: line.utf8Start, byteCount: line.utf8CodeUnitCount)
            unsafe text += line.utf8CodeUnitCount
            put(0)
        }

        private mutating func beginLine() {
            let isLast = index == lineCount - 1
            unsafe (nodes + index).initialize(
                to: curl_slist(data: text, next: isLast ? nil : nodes + index + 1))
            index += 1
        }

        private mutating func put(_ bytes: ArraySlice<UInt8>) {
            unsafe bytes.withUnsafeBytes { source in
                guard let start = source.baseAddress else { return }
                unsafe UnsafeMutableRawPointer(text).copyMemory(from: start, byteCount: source.count)
            }
            unsafe text += bytes.count
        }

        private mutating func put(_ byte: UInt8) {
            unsafe text.pointee = CChar(bitPattern: byte)
            unsafe text += 1
        }
    }
}
