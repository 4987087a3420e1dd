/// Maps the bytes of a definition's `record` messages to measures. It is created once for each definition, because a
/// file has tens of thousands of records.
struct FITRecordPlan {
    private struct Entry {
        let start: Int
        let type: FITBaseType
        let field: FITRecordField
        let developer: FITDeveloperField?
    }

    private var entries: [Entry] = []
    private var fractionStart: Int?
    private let order: FITByteOrder

    init(
        _ definition: FITDefinition,
        _ descriptions: [FITDeveloperField.Key: FITDeveloperField],
        _ notices: inout NoticeList,
        at offset: Int
    ) {
        order = definition.order
        for field in definition.developerFields where field.size > 0 {
            let key = FITDeveloperField.Key(developer: field.typeOrDeveloper, number: field.number)
            guard let description = descriptions[key], let recordField = description.recordField,
                field.size == description.baseType.size
            else {
                notices.add(.unsupported, "record.developer_field", at: offset)
                continue
            }
            let type = description.baseType
            entries.append(Entry(start: field.start, type: type, field: recordField, developer: description))
        }
        if definition.fields.contains(where: { $0.number == FITRecordField.temperature }) {
            notices.add(.unsupported, "record.temperature", at: offset)
        }
        // A later field has precedence: the profile's own over a developer's, and an enhanced field over its older
        // equivalent.
        let known = definition.fields.compactMap { field in FITRecordField(number: field.number).map { (field, $0) } }
        for (field, recordField) in known.filter({ !$0.1.isEnhanced }) + known.filter({ $0.1.isEnhanced }) {
            guard let type = field.baseType, type != .string, field.size == type.size else {
                if field.size > 0 {
                    notices.add(.wrongSize, "record.\(recordField.name)", at: offset)
                }
                continue
            }
            entries.append(Entry(start: field.start, type: type, field: recordField, developer: nil))
        }
        let fraction = definition.fields.first { $0.number == FITRecordField.fractionalCadence }
        if let fraction, fraction.baseType == .uint8, fraction.size == 1 {
            fractionStart = fraction.start
        }
    }

    /// The point of the message that begins at `start`.
    func point(_ bytes: Span<UInt8>, _ start: Int, _ notices: inout NoticeList, at offset: Int) -> RecordedPoint {
        var point = RecordedPoint()
        for entry in entries {
            guard let raw = entry.type.number(bytes, start + entry.start, order) else { continue }
            let value = entry.developer?.value(raw) ?? entry.field.value(raw)
            if !point.set(entry.field.measure, value) {
                notices.add(.invalidValue, "record.\(entry.field.name)", at: offset)
            }
        }
        if let fractionStart, let raw = FITBaseType.uint8.number(bytes, start + fractionStart, order) {
            point.addToCadence(raw / FITRecordField.fractionalCadenceDivisor)
        }
        return point
    }
}
