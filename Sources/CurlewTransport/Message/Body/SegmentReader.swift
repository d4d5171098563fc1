#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reads segments one after another as one sequence of bytes, from any offset.
///
/// Only the file that is being read is open, so that a body can have more files than the process can open.
package final class SegmentReader {
    private struct Measured {
        let segment: BodySegment
        let range: Range<Int64>
    }

    private let segments: [Measured]
    /// The total number of bytes; a file that grows later adds none.
    package let size: Int64
    private var index = 0
    private var offset: Int64 = 0
    private var file: OpenFile?

    /// Measures the segments; throws `.fileFailed` for a file that cannot be read.
    package init(_ segments: [BodySegment]) throws(NetworkError) {
        var end: Int64 = 0
        self.segments = try segments.map { segment throws(NetworkError) in
            let start = end
            end += try Self.size(of: segment)
            return Measured(segment: segment, range: start..<end)
        }
        size = end
    }

    /// Reads the next bytes into the buffer and returns their number, 0 at the end.
    ///
    /// Throws `.fileFailed`, also for a file that has become shorter.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(NetworkError) -> Int {
        while index < segments.count {
            let current = segments[index]
            guard offset < current.range.upperBound else {
                (index, file) = (index + 1, nil)
                continue
            }
            let rest = Int(min(Int64(buffer.count), current.range.upperBound - offset))
            let count = unsafe try read(
                current, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<rest]))
            offset += Int64(count)
            return count
        }
        return 0
    }

    /// Moves to an offset from the start; throws `.fileFailed`.
    package func seek(to target: Int64) throws(NetworkError) {
        (offset, file) = (target, nil)
        index = segments.firstIndex { $0.range.upperBound > target } ?? segments.count
    }

    private func read(
        _ current: Measured, into buffer: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        switch current.segment {
        case .data(let data):
            let start = Int(offset - current.range.lowerBound)
            return unsafe data.dropFirst(start).prefix(buffer.count).copyBytes(to: buffer)
        case .file(let path):
            return unsafe try read(path, at: offset - current.range.lowerBound, into: buffer)
        case .slice(let path, let range):
            let start = range.lowerBound + offset - current.range.lowerBound
            return unsafe try read(path, at: start, into: buffer)
        }
    }

    private func read(
        _ path: String, at start: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(NetworkError) -> Int {
        let count = unsafe try open(path, at: start).reader.read(into: buffer)
        guard count > 0 else { throw Self.shrunkFile }
        return count
    }

    private func open(_ path: String, at start: Int64) throws(NetworkError) -> OpenFile {
        if let file { return file }
        let opened = OpenFile(try FileReader(path: path))
        if start > 0 { try opened.reader.seek(to: start) }
        file = opened
        return opened
    }

    private static func size(of segment: BodySegment) throws(NetworkError) -> Int64 {
        switch segment {
        case .data(let data): Int64(data.count)
        case .file(let path): try FileReader(path: path).size
        case .slice(let path, let range): try size(of: range, in: path)
        }
    }

    private static func size(of range: Range<Int64>, in path: String) throws(NetworkError) -> Int64 {
        try range.check(in: path, of: FileReader(path: path).size)
        return range.upperBound - range.lowerBound
    }

    private static var shrunkFile: NetworkError {
        NetworkError(.fileFailed, "a file in the request body was truncated while being sent")
    }

    /// Boxes an open file, so that a property can be nil.
    private final class OpenFile {
        let reader: FileReader

        init(_ reader: consuming FileReader) {
            self.reader = reader
        }
    }
}
