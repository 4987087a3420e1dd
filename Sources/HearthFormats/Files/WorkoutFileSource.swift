import Foundation

/// The workouts of a file, handed out as they are complete, so that damage further on loses none of them.
package final class WorkoutFileSource {
    private let source: any ByteSource
    /// The bytes that were read already; nil: they were handed on.
    private var head: [UInt8]?
    private var reader: WorkoutFileReader
    private var isAtEnd = false
    /// Whether the compressed file ends too early.
    private var isCut = false
    private var failure: FormatError?

    /// The file at a path. It may be compressed by gzip.
    package convenience init(_ path: String) throws(FormatError) {
        try self.init(FileSource(path))
    }

    /// `listedSport`: what a list of activities says, for a file that names no sport.
    init(_ file: any ByteSource, listedSport: RecordedSport? = nil) throws(FormatError) {
        reader = WorkoutFileReader(listedSport: listedSport)
        let first = try file.next()
        guard GzipSource.isMarked(first) else {
            source = file
            head = first
            return
        }
        source = GzipSource(file, head: first)
    }

    /// The format, once the first bytes have determined it.
    package var format: WorkoutFileFormat? { reader.format }
    /// The omissions so far.
    package var notices: [WorkoutFileNotice] { reader.notices }

    /// The workouts that the next bytes complete; nil at the end. Those before a fault come before its error.
    package func next() throws(FormatError) -> [RecordedWorkout]? {
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        do throws(FormatError) {
            let bytes = try nextBytes()
            isAtEnd = bytes.isEmpty
            return isAtEnd ? try reader.finish(isCut: isCut) : try reader.read(bytes.span.bytes)
        } catch {
            failure = error
            let complete = reader.takeComplete()
            guard !complete.isEmpty else { throw error }
            return complete
        }
    }

    /// A FIT file that ends too early is read as far as it goes, compressed or not.
    private func nextBytes() throws(FormatError) -> [UInt8] {
        if let first = head {
            head = nil
            return first
        }
        do throws(FormatError) {
            return try source.next()
        } catch {
            guard error.code == .truncated, reader.beginsAsFIT else { throw error }
            isCut = true
            return []
        }
    }
}
