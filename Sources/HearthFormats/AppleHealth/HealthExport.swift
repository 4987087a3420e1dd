package import HearthModel

/// An export of Apple Health: `export.zip`, the XML file in it, or the folder that it unpacks to. It is read as a
/// stream, in memory that does not depend on its size, except for 8 to 16 bytes for each sample, and some 50 for each
/// record that food or a blood pressure may have as a member.
///
/// The file is recognized by its content, because its name depends on the phone's language.
package final class HealthExport: HealthArchive {
    /// The files of electrocardiograms that were not read yet, the next one last.
    private var electrocardiograms: [AttachedFile]
    private let file: any ByteSource
    private let handler: HealthHandler
    private let parsing: HealthParsing
    private var parser: (any XMLParsing)?
    /// The first bytes, until they tell the encoding.
    private var head: [UInt8] = []
    private var batches: [HealthBatch] = []
    private var failure: FormatError?
    private var isAtEnd = false
    /// Bytes of XML that were read.
    package private(set) var readBytes = 0

    /// Whether there is an export at a path. Throws if it cannot be read.
    package static func exists(at path: String) throws(FormatError) -> Bool {
        try HealthExportFiles(path) != nil
    }

    /// Throws ``FormatError/Code/unknownFormat`` unless the path has an export.
    ///
    /// `key`: that of the store for which UUIDs are derived; nil if it has none.
    package init(
        at path: String,
        _ selection: HealthSelection = HealthSelection(),
        key: IdentityKey?
    ) throws(FormatError) {
        guard let files = try HealthExportFiles(path) else { throw FormatError(.unknownFormat, at: 0) }
        electrocardiograms = files.electrocardiograms.reversed()
        file = try files.document()
        handler = HealthHandler(selection, key) { path throws(FormatError) in try files.file(path) }
        parsing = .byEncoding
    }

    /// The XML of an export that is in memory, to be read in pieces of a size, and its electrocardiograms. It has no other
    /// files.
    package init(
        document: [UInt8],
        electrocardiograms files: [[UInt8]] = [],
        pieceBytes: Int = 256 << 10,
        _ selection: HealthSelection = HealthSelection(),
        key: IdentityKey? = nil,
        parsing: HealthParsing = .byEncoding
    ) {
        electrocardiograms = files.reversed().map { .bytes($0) }
        file = MemorySource(document, pieceBytes: pieceBytes)
        handler = HealthHandler(selection, key) { _ in nil }
        self.parsing = parsing
    }

    package var title: String { "export of Apple Health" }

    /// Bytes of XML, as far as is known.
    package var byteCount: Int { file.byteCount }

    /// What is not taken so far.
    package var tally: HealthTally { handler.tally }

    /// What the export says about its owner; complete at the end.
    package var characteristics: CharacteristicValues { handler.characteristics }

    /// The next samples; nil at the end. What comes before a fault in the file is returned before the error is thrown.
    package func next() throws(FormatError) -> HealthBatch? {
        while batches.isEmpty, let file = electrocardiograms.popLast() {
            handler.addElectrocardiogram(file)
            batches = handler.takeBatches().reversed()
        }
        while batches.isEmpty, !isAtEnd {
            do throws(FormatError) {
                let bytes = try file.next()
                readBytes += bytes.count
                isAtEnd = bytes.isEmpty
                try parse(bytes)
            } catch {
                isAtEnd = true
                failure = error
                handler.finishBatch()
            }
            batches = handler.takeBatches().reversed()
        }
        if let batch = batches.popLast() { return batch }
        if let failure { throw failure }
        return nil
    }

    private func parse(_ bytes: [UInt8]) throws(FormatError) {
        if let parser {
            return isAtEnd ? try parser.finish() : try parser.push(bytes.span.bytes)
        }
        head += bytes
        guard isAtEnd || head.count >= XMLEncoding.headBytes else { return }
        let parser: any XMLParsing =
            parsing == .byExpat ? XMLReader(handler) : XMLEncoding.parser(of: head, handler)
        self.parser = parser
        let first = head
        head = []
        try parser.push(first.span.bytes)
        if isAtEnd {
            try parser.finish()
        }
    }
}

/// How the XML of an export is parsed.
package enum HealthParsing: Sendable {
    /// Quickly, unless it has an encoding that only Expat knows.
    case byEncoding
    /// By Expat, with which tests compare.
    case byExpat
}
