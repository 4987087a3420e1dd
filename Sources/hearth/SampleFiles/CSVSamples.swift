import HearthFormats
import HearthModel

/// The samples of a CSV file, all of one type.
struct CSVSamples: SampleLines, ~Copyable {
    private let file: FileBytes
    private var reader = CSVReader()
    private let names: CSVColumnNames
    private var columns: CSVColumns?
    private var isAtEnd = false
    /// The last record is not in `samples` yet.
    private var isPending = false
    private var samples: NewSamples
    private let attachment: NewSamples.Attachment
    private let values: SampleValueReader
    private let dates: DateReader
    /// The last text of a unit, and its unit: rows share it.
    private var unitText: [UInt8] = []
    private var unit: DisplayUnit?
    /// Whether that text is '%'.
    private var isPercentage = false
    private var ids: ContentIDs

    init(
        _ file: consuming FileBytes,
        of values: SampleValueReader,
        names: CSVColumnNames,
        metadata: Metadata,
        dates: DateReader,
        key: IdentityKey?
    ) {
        self.file = file
        ids = ContentIDs(key)
        self.values = values
        self.names = names
        self.dates = dates
        unit = values.unit
        samples = NewSamples(of: values.type, unit: values.unit)
        attachment = NewSamples.Attachment(metadata: metadata)
    }

    /// The next samples, of one unit.
    mutating func next() throws(CommandError) -> [NumberedSamples] {
        samples = NewSamples(of: values.type, unit: unit)
        while samples.count < Self.samplesPerPart, try readRecord() {
            do throws(InputError) {
                guard let columns = try recordColumns() else {
                    isPending = false
                    continue
                }
                try readUnit(columns)
                if unit != samples.unit {
                    // This record begins the next samples.
                    guard samples.count == 0 else { break }
                    samples = NewSamples(of: values.type, unit: unit)
                }
                try readSample(columns)
                isPending = false
            } catch {
                throw CommandError("Line \(reader.record.line): \(error.description)")
            }
        }
        return samples.numbered()
    }

    // MARK: - A record

    /// The columns of the record; nil when it is the header.
    private mutating func recordColumns() throws(InputError) -> CSVColumns? {
        if let columns { return columns }
        if let header = try CSVColumns(header: reader.record.fields, names: names, dates: dates) {
            columns = header
            return nil
        }
        columns = .standard
        return columns
    }

    private mutating func readUnit(_ columns: CSVColumns) throws(InputError) {
        guard let field = columns.unit else { return }
        let text = reader.record.bytes[reader.record.range(field)]
        guard !text.elementsEqual(unitText) else { return }
        let name = String(decoding: text, as: UTF8.self)
        isPercentage = name.trimmed == "%"
        // Apple exports 97 % as 0.97 with the unit '%', which is the value in HealthKit.
        unit = try values.unit(isPercentage && columns.hasApplesNames ? "1" : name)
        unitText = Array(text)
    }

    /// Adds the sample. No error repeats what a field holds.
    private mutating func readSample(_ columns: CSVColumns) throws(InputError) {
        guard reader.record.count <= columns.count else { throw columns.surplus(reader.record.count) }
        guard let start = try moment(columns.start, "start") else { throw InputError("The start is missing.") }
        let end = try moment(columns.end, "end") ?? start
        guard start <= end else { throw InputError("The end is before the start.") }
        try values.check(end, dates)
        let row = NewSamples.Row(
            start: start,
            end: end,
            id: try id(columns.id),
            attachment: attachment,
            line: reader.record.line
        )
        samples.add(try value(columns.value, unit, isShare: columns.hasApplesNames && isPercentage), row, naming: &ids)
    }

    private func value(_ field: Int, _ unit: DisplayUnit?, isShare: Bool) throws(InputError) -> SampleValue {
        do throws(InputError) {
            return try value(field, unit)
        } catch {
            guard isShare else { throw error }
            throw InputError(
                "\(error.description) In a file with the column startDate, as Apple exports it, '%' is a share: 97 % is 0.97."
            )
        }
    }

    private func value(_ field: Int, _ unit: DisplayUnit?) throws(InputError) -> SampleValue {
        let range = reader.record.range(field)
        let comma = UInt8(ascii: ",")
        if unit != nil, reader.allowsDecimalComma, reader.record.bytes[range].contains(comma) {
            let point = UInt8(ascii: ".")
            let text = reader.record.bytes[range].map { $0 == comma ? point : $0 }
            return try values.value(text.span.extracting(text.span.trimmedRange), in: unit)
        }
        let whole = reader.record.bytes.span.extracting(range)
        return try values.value(whole.extracting(whole.trimmedRange), in: unit)
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
        guard values.type != .bloodPressure else {
            throw InputError(
                "CSV does not name the samples of a blood pressure that has a UUID. Save it from JSON, or remove the uuid to"
                    + " save a copy."
            )
        }
        guard let id = ObjectID(text: text) else { throw InputError("The uuid is not a UUID.") }
        return id
    }

    // MARK: - Reading

    /// Reads the next record, unless the last one is still pending; false at the end.
    private mutating func readRecord() throws(CommandError) -> Bool {
        while !isPending {
            do throws(CSVReader.Fault) {
                isPending = try isAtEnd ? reader.lastRecord() : reader.next()
            } catch {
                throw CommandError(error.description)
            }
            guard !isPending else { break }
            guard !isAtEnd else { return false }
            let bytes = try file.next()
            isAtEnd = bytes.isEmpty
            if !isAtEnd {
                reader.push(bytes)
            }
        }
        return true
    }
}
