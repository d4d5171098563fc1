#if canImport(FoundationNetworking)
    import CurlewTransport
    import Foundation

    /// A file as the stream that FoundationNetworking reads a body from.
    ///
    /// Its own way to send a file reads ahead on another queue, and ends the process if the task is cancelled
    /// meanwhile. From a stream it reads synchronously, for which a file is always ready.
    final class FileStream: InputStream {
        private let reader: SegmentReader
        private let failed: (NetworkError) -> Void
        private var offset: Int64 = 0

        /// Throws `.fileFailed` for a file that cannot be read.
        ///
        /// - Parameter failed: called if the file cannot be read later, or has become shorter.
        init(path: String, failed: @escaping (NetworkError) -> Void) throws(NetworkError) {
            reader = try SegmentReader([.file(path: path)])
            self.failed = failed
            super.init(data: Data())
        }

        /// The number of bytes, which does not change when the file does.
        var size: Int64 { reader.size }

        override var hasBytesAvailable: Bool { offset < size }

        /// Returns the number of bytes; -1, which ends the task, if the file cannot be read or has become shorter.
        override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
            let bytes = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: maxLength)
            do throws(NetworkError) {
                let count = unsafe try reader.read(into: bytes)
                offset += Int64(count)
                return count
            } catch {
                failed(error)
                return -1
            }
        }
    }
#endif
