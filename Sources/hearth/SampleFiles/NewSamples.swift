import HearthModel

/// Collects samples of one type and unit to save.
struct NewSamples: Sendable {
    /// What a sample has in common with others.
    struct Attachment: Hashable, Sendable {
        var metadata = Metadata.none
        var device: Device?

        static let none = Attachment()
    }

    let type: ObjectType
    /// The unit of quantities.
    let unit: DisplayUnit?
    private var ids: [ObjectID] = []
    /// The rows whose samples came without an identifier.
    private var unnamed: [Int] = []
    private var lines: [Int] = []
    private var starts: [Timestamp] = []
    private var ends: [Timestamp] = []
    private var quantities: [Double] = []
    private var categories: [Int64] = []
    /// Of blood pressures the samples with the values.
    private var members: [NewSamples] = []
    /// Each different attachment once, and for each row the index of its own.
    private var attachments: [Attachment] = []
    private var attachmentIndexes: [UInt32] = []
    private var indexOfAttachment: [Attachment: UInt32] = [:]

    init(of type: ObjectType, unit: DisplayUnit?) {
        self.type = type
        self.unit = unit
        if type == .bloodPressure {
            members = ObjectType.bloodPressureValues.map { NewSamples(of: $0, unit: unit) }
        }
    }

    var count: Int { ids.count }

    /// One sample apart from its value.
    struct Row: Sendable {
        var start: Timestamp
        var end: Timestamp
        /// Nil if it gets a new one.
        var id: ObjectID?
        var attachment = Attachment.none
        /// The UUIDs of the samples with the values of a blood pressure; empty: they get new ones.
        var members: [ObjectID] = []
        /// The line of a file.
        var line = 0
    }

    /// Adds a sample of a file: one without a UUID gets that of its content.
    mutating func add(_ value: SampleValue, _ row: Row, naming ids: inout ContentIDs) {
        var row = row
        row.id = row.id ?? ids.next(type, value, unit, row)
        if case .bloodPressure(let systolic, let diastolic) = value, row.members.isEmpty {
            row.members = zip(members, [systolic, diastolic]).map { ids.next($0.type, .quantity($1), unit, row) }
        }
        add(value, row)
    }

    mutating func add(_ value: SampleValue, _ row: Row) {
        switch value {
        case .quantity(let quantity): quantities.append(quantity)
        case .category(let category): categories.append(category)
        case .bloodPressure(let systolic, let diastolic): addMembers([systolic, diastolic], row)
        }
        add(row)
    }

    /// The correlation has the metadata.
    private mutating func addMembers(_ values: [Double], _ row: Row) {
        for index in members.indices {
            var member = row
            member.attachment.metadata = .none
            member.id = row.members.isEmpty ? nil : row.members[index]
            members[index].add(.quantity(values[index]), member)
        }
    }

    private mutating func add(_ row: Row) {
        if row.id == nil {
            unnamed.append(ids.count)
        }
        ids.append(row.id ?? ObjectID(high: 0, low: 0))
        lines.append(row.line)
        starts.append(row.start)
        ends.append(row.end)
        attachmentIndexes.append(index(of: row.attachment))
    }

    /// Rows usually share the attachment of the row before.
    private mutating func index(of attachment: Attachment) -> UInt32 {
        if let last = attachmentIndexes.last, attachments[Int(last)] == attachment { return last }
        if let known = indexOfAttachment[attachment] { return known }
        let index = UInt32(attachments.count)
        attachments.append(attachment)
        indexOfAttachment[attachment] = index
        return index
    }

    /// The samples as columns, correlations after their members; those without an identifier get one. Empty without
    /// samples.
    consuming func numbered() -> [NumberedSamples] {
        guard count > 0 else { return [] }
        let parts = members.flatMap { $0.numbered() }
        for (row, id) in zip(unnamed, ObjectIDGenerator.shared.next(count: unnamed.count)) {
            ids[row] = id
        }
        let columns = SampleColumns(
            type: type,
            ids: ids,
            starts: starts,
            ends: ends == starts ? [] : ends,
            provenance: column { Provenance(device: $0.device) },
            metadata: column(\.metadata),
            payload: payload(joining: parts.map(\.columns.ids))
        )
        return parts + [NumberedSamples(columns: columns, lines: lines)]
    }

    private func payload(joining ids: [[ObjectID]]) -> SampleColumns.Payload {
        switch type.kind {
        case .category: .category(CategoryColumns(values: categories))
        case .correlation:
            .correlation(
                CorrelationColumns(
                    lengths: Array(repeating: UInt32(ids.count), count: count),
                    members: (0..<count).flatMap { row in ids.map { $0[row] } }
                )
            )
        default: .quantity(QuantityColumns(values: quantities, unit: unit?.unit))
        }
    }

    /// A column of what the attachments hold; without entries when they hold nothing.
    private func column<Entry>(_ part: (Attachment) -> Entry) -> DictionaryColumn<Entry> {
        guard attachments != [.none] else { return DictionaryColumn() }
        var entries: [Entry] = []
        var indexes: [Entry: UInt32] = [:]
        let translated = attachments.map { attachment in
            let entry = part(attachment)
            if let known = indexes[entry] { return known }
            indexes[entry] = UInt32(entries.count)
            entries.append(entry)
            return UInt32(entries.count - 1)
        }
        guard entries != [part(.none)] else { return DictionaryColumn() }
        guard entries.count > 1 else { return DictionaryColumn(entries: entries) }
        return DictionaryColumn(entries: entries, indexes: attachmentIndexes.map { translated[Int($0)] })
    }
}
