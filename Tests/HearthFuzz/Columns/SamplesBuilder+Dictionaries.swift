internal import HearthModel

// What rows share: each different provenance and metadata once, and for each row an index.
extension SamplesBuilder {
    /// The indexes of a dictionary column.
    mutating func indexes(rows: Int, entries: Int) -> [UInt8] {
        if entries == 0 || entries == 1 && !choices.flag() {
            return fails() ? [UInt8](repeating: 0xFE, count: rows * 4) : []
        }
        if entries > 1, fails() {
            return []
        }
        var indexes = each(rows) { UInt32($0.choices.below(entries)) }
        spoil(&indexes, UInt32(entries), .max, 1 << 31)
        return column(indexes)
    }

    mutating func provenance() -> WireBytes {
        var provenance = WireBytes()
        let parts = choices.byte()
        if parts & 1 != 0 {
            var source = WireBytes()
            source.text(1, fails() ? "" : "org.example")
            source.bytes(2, text())
            provenance.message(1, source)
        }
        if parts & 2 != 0 { provenance.bytes(2, text()) }
        if parts & 4 != 0 { provenance.bytes(3, text()) }
        if parts & 8 != 0 {
            var version = WireBytes()
            version.number(1, UInt64(choices.number(UInt32.self)))
            provenance.message(4, version)
        }
        if parts & 16 != 0 {
            var device = WireBytes()
            for field in 1...choices.below(8) + 1 {
                device.bytes(field, text())
            }
            provenance.message(5, device)
        }
        return provenance
    }

    mutating func metadata() -> WireBytes {
        var metadata = WireBytes()
        let first = choices.below(4)
        let count = choices.below(4)
        for index in 0..<count {
            let isHidden = isUnknown()
            making(hidden: isHidden) { builder in
                var entry = WireBytes()
                if !builder.fails() { entry.text(1, "key\((first + index) % 4)") }
                if isHidden { builder.addLaterValue(to: &entry) } else { builder.addValue(to: &entry) }
                metadata.message(1, entry)
                if builder.fails() { metadata.message(1, entry) }
            }
        }
        return metadata
    }

    private mutating func addValue(to entry: inout WireBytes) {
        switch choices.below(6) {
        case 0: entry.bytes(2, text(atMost: Limits.standard.metadataBytes))
        case 1: entry.number(3, choices.number(Int64.self))
        case 2: entry.double(4, fails() ? .nan : finite())
        case 3: entry.number(5, choices.number(UInt64.self))
        case 4: entry.number(6, choices.number(Int64.self))
        default: entry.message(7, quantity(fails() ? -.infinity : finite(), "mg/dL"))
        }
    }

    /// A value of a kind or with a unit that only a newer peer knows.
    private mutating func addLaterValue(to entry: inout WireBytes) {
        guard choices.flag() else { return }
        entry.message(7, quantity(finite(), choices.flag() ? "" : "ofTheFuture"))
    }

    private func quantity(_ value: Double, _ unit: String) -> WireBytes {
        var quantity = WireBytes()
        quantity.double(1, value)
        quantity.text(2, unit)
        return quantity
    }
}
