import HearthModel
import HearthSystem

/// The samples of a CSV file or of standard input, in parts.
///
/// Unsafe pointers: the system reads into a buffer.
struct SampleFile: ~Copyable {
    /// A save has this number of samples, unless the unit changes before: about 4 MB, which the server writes in one go
    /// while the next ones are read.
    static let samplesPerSave = 1 << 17
    private static let readBytes = 256 << 10

    private let descriptor: Int32
    private var reader = CSVReader()
    private var columns: SampleFileColumns?
    private var isAtEnd = false
    /// The last record is not in `samples` yet.
    private var isPending = false
    private var samples: NewSamples
    private let values: SampleValueReader
    private let dates: DateReader
    /// The last text of a unit, and its unit: rows share it.
    private var unitText: [UInt8] = []
    private var unit: DisplayUnit?

    /// "-" is standard input.
    init(_ path: String, of values: SampleValueReader, metadata: Metadata, dates: DateReader) throws(CommandError) {
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandError("\(path) cannot be read: \(String(cString: strerror(errno))).")
        }
        self.values = values
        self.dates = dates
        unit = values.unit
        samples = NewSamples(of: values.type, unit: values.unit)
        samples.metadata = metadata
    }

    deinit {
        if descriptor != STDIN_FILENO {
            close(descriptor)
        }
    }

    /// The next samples, of one unit; nil after the last. An error names the line.
    mutating func next() throws(CommandError) -> SampleColumns? {
        while samples.count < SampleFile.samplesPerSave, try readRecord() {
            do throws(InputError) {
                guard let columns = try recordColumns() else {
                    isPending = false
                    continue
                }
                try readUnit(columns)
                // This record begins the next samples.
                if samples.count > 0, unit != samples.unit { break }
                samples.unit = unit
                try readSample(columns)
                isPending = false
            } catch {
                throw CommandError("Line \(reader.record.line): \(error.description)")
            }
        }
        return samples.takeColumns()
    }

    // MARK: - A record

    /// The columns of the record; nil when it is the header.
    private mutating func recordColumns() throws(InputError) -> SampleFileColumns? {
        if let columns { return columns }
        if let header = try SampleFileColumns(header: reader.record.fields, dates: dates) {
            columns = header
            return nil
        }
        columns = .standard
        return columns
    }

    private mutating func readUnit(_ columns: SampleFileColumns) throws(InputError) {
        guard let field = columns.unit else { return }
        let text = reader.record.bytes[reader.record.range(field)]
        guard !text.elementsEqual(unitText) else { return }
        unit = try values.unit(String(decoding: text, as: UTF8.self))
        unitText = Array(text)
    }

    /// Adds the sample. No error repeats what a field holds.
    private mutating func readSample(_ columns: SampleFileColumns) throws(InputError) {
        guard let start = try moment(columns.start, "start") else { throw InputError("The start is missing.") }
        let end = try moment(columns.end, "end") ?? start
        guard start <= end else { throw InputError("The end is before the start.") }
        let id = try id(columns.id)
        if let unit {
            let quantity = try quantity(columns.value, in: unit)
            samples.add(quantity: quantity, from: start, to: end, id: id)
        } else {
            let category = try category(columns.value)
            samples.add(category: category, from: start, to: end, id: id)
        }
    }

    private func quantity(_ field: Int, in unit: DisplayUnit) throws(InputError) -> Double {
        let range = reader.record.range(field)
        let comma = UInt8(ascii: ",")
        if reader.allowsDecimalComma, reader.record.bytes[range].contains(comma) {
            let point = UInt8(ascii: ".")
            let text = reader.record.bytes[range].map { $0 == comma ? point : $0 }
            return try values.quantity(text.span.extracting(text.span.trimmedRange), in: unit)
        }
        let whole = reader.record.bytes.span.extracting(range)
        return try values.quantity(whole.extracting(whole.trimmedRange), in: unit)
    }

    private func category(_ field: Int) throws(InputError) -> Int64 {
        let text = String(decoding: reader.record.bytes[reader.record.range(field)], as: UTF8.self)
        return try values.category(text.trimmed)
    }

    /// Nil when the field is missing or empty.
    private func moment(_ field: Int?, _ name: String) throws(InputError) -> Timestamp? {
        guard let field else { return nil }
        let record = reader.record.bytes.span
        let whole = record.extracting(reader.record.range(field))
        let text = whole.extracting(whole.trimmedRange)
        guard text.count > 0 else { return nil }
        if let moment = UTCText.moment(text) { return moment }
        guard let moment = try? dates.moment(text.text) else {
            throw InputError(
                "The \(name) is not a date such as 2026-11-21T10:00:00Z or '2026-11-21 10:00:00 +0100', nor a number of"
                    + " seconds since 1970."
            )
        }
        return moment
    }

    private func id(_ field: Int?) throws(InputError) -> ObjectID? {
        guard let field else { return nil }
        let record = reader.record.bytes.span
        let whole = record.extracting(reader.record.range(field))
        let text = whole.extracting(whole.trimmedRange)
        guard text.count > 0 else { return nil }
        guard let id = ObjectID(text: text) else { throw InputError("The uuid is not a UUID.") }
        return id
    }

    // MARK: - Reading

    /// Reads the next record, unless the last one is still pending; false at the end.
    private mutating func readRecord() throws(CommandError) -> Bool {
        while !isPending {
            isPending = try reader.next()
            guard !isPending else { break }
            guard !isAtEnd else { return false }
            let bytes = try nextBytes()
            isAtEnd = bytes.isEmpty
            if isAtEnd {
                isPending = try reader.lastRecord()
                return isPending
            }
            reader.push(bytes)
        }
        return true
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
