import HearthModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The samples of a CSV file or of standard input, some thousands at a time.
///
/// Unsafe pointers: the system reads into a buffer.
struct SampleFile: ~Copyable {
    /// A save has so many samples, unless the unit changes before.
    private static let samplesPerSave = 20_000
    private static let readBytes = 256 << 10

    private let descriptor: Int32
    private var reader = CSVReader()
    private var records: ArraySlice<CSVReader.Record> = []
    private var columns: SampleFileColumns?
    private var isAtEnd = false
    private var samples: NewSamples
    private let values: SampleValueReader
    private let dates: DateReader

    /// "-" is standard input.
    init(_ path: String, of values: SampleValueReader, metadata: Metadata, dates: DateReader) throws(CommandError) {
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandError("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        self.values = values
        self.dates = dates
        samples = NewSamples(of: values.type, unit: values.unit)
        samples.metadata = metadata
    }

    deinit {
        if descriptor != STDIN_FILENO {
            close(descriptor)
        }
    }

    /// The next samples, of one unit; nil after the last. Says the line on which one is none.
    mutating func next() throws(CommandError) -> SampleColumns? {
        while samples.count < SampleFile.samplesPerSave, let record = try firstRecord() {
            if let columns = try columns(for: record) {
                do throws(CommandError) {
                    let unit = try values.unit(columns.unit.flatMap { record.fields.at($0) } ?? "")
                    // This record begins the next samples.
                    if samples.count > 0, unit != samples.unit { break }
                    samples.unit = unit
                    try samples.add(record, columns, values, dates)
                } catch {
                    throw CommandError("Line \(record.line): \(error.description)")
                }
            }
            records.removeFirst()
        }
        return samples.takeColumns()
    }

    /// What the fields of a record are; nil for the header.
    private mutating func columns(for record: CSVReader.Record) throws(CommandError) -> SampleFileColumns? {
        if let columns { return columns }
        if let header = try SampleFileColumns(header: record.fields) {
            columns = header
            return nil
        }
        columns = .standard
        return columns
    }

    /// The first record that was not taken yet; nil after the last.
    private mutating func firstRecord() throws(CommandError) -> CSVReader.Record? {
        while records.isEmpty {
            guard !isAtEnd else { return nil }
            let bytes = try nextBytes()
            isAtEnd = bytes.isEmpty
            records = try (isAtEnd ? reader.lastRecord() : reader.records(in: bytes))[...]
        }
        return records.first
    }

    private func nextBytes() throws(CommandError) -> [UInt8] {
        while true {
            var count = 0
            let bytes = [UInt8](unsafeUninitializedCapacity: SampleFile.readBytes) { buffer, initialized in
                count = read(descriptor, buffer.baseAddress, buffer.count)
                initialized = max(0, count)
            }
            if count >= 0 { return bytes }
            guard errno == EINTR else {
                throw CommandError("The file cannot be read: \(String(cString: strerror(errno))).")
            }
        }
    }
}

extension NewSamples {
    /// Adds the sample of a record. No error repeats what a field holds.
    fileprivate mutating func add(
        _ record: CSVReader.Record,
        _ columns: SampleFileColumns,
        _ values: SampleValueReader,
        _ dates: DateReader
    ) throws(CommandError) {
        let field = { (index: Int?) in index.flatMap { record.fields.at($0) }?.trimmed ?? "" }
        guard let start = try? dates.moment(field(columns.start)) else {
            throw CommandError("The start is not a date such as 2026-11-21T10:00:00Z.")
        }
        let endText = field(columns.end)
        guard let end = endText.isEmpty ? start : try? dates.moment(endText) else {
            throw CommandError("The end is not a date such as 2026-11-21T10:00:00Z.")
        }
        guard start <= end else { throw CommandError("The end is before the start.") }
        let idText = field(columns.id)
        let id = idText.isEmpty ? nil : ObjectID(idText)
        guard idText.isEmpty || id != nil else { throw CommandError("The uuid is not one.") }
        add(try values.value(field(columns.value)), from: start, to: end, id: id)
    }
}

extension Array {
    /// The element at an index, if there is one.
    fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
