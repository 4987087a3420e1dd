internal import HearthModel

/// An order of samples, as numbers: a sample comes before another when its numbers do.
struct SortOrder {
    private let keys: [SortKey]

    /// Without keys: by start, ascending.
    init(_ keys: [SortKey]) throws(HearthError) {
        for (index, key) in keys.enumerated() {
            try locating("order[\(index)]", key.validate())
        }
        self.keys = keys.isEmpty ? [SortKey(field: .startDate)] : keys
    }

    /// Whether segments are in this order already, or in its reverse, so that samples of one type need no sequence numbers
    /// to be ordered.
    var isByStart: Bool { keys.count == 1 && keys[0].field == .startDate }

    /// Whether the rows of a segment are in this order already.
    var isThatOfSegments: Bool { isByStart && !keys[0].descending }

    /// What comes last whatever the direction: samples that do not have the field.
    private static let missing = UInt64.max

    /// For each row the number of each key.
    func numbers(of samples: SampleColumns) -> [[UInt64]] {
        keys.map { key in
            guard let column = samples.column(of: key.field) else {
                return Array(repeating: SortOrder.missing, count: samples.count)
            }
            let flip: UInt64 = key.descending ? .max : 0
            return switch column {
            case .integers(let values): values.map { $0.sortNumber ^ flip }
            case .numbers(let values): values.map { $0.sortNumber ^ flip }
            case .optionalNumbers(let values): values.map { $0.map { $0.sortNumber ^ flip } ?? SortOrder.missing }
            }
        }
    }

    /// The number of a start, ascending.
    static func number(_ start: Timestamp) -> UInt64 { start.nanoseconds.sortNumber }

    /// The range of the first numbers of a segment's samples, as far as its summary tells.
    func numbers(of segment: SegmentSummary) -> ClosedRange<UInt64> {
        switch keys[0].field {
        case .startDate: numbers(of: segment.starts)
        case .endDate: numbers(of: segment.ends)
        default: 0...(.max)
        }
    }

    /// The same for many segments.
    func numbers(of chunk: SegmentChunkSummary) -> ClosedRange<UInt64> {
        switch keys[0].field {
        case .startDate: numbers(of: chunk.starts)
        case .endDate: numbers(of: chunk.ends)
        default: 0...(.max)
        }
    }

    private func numbers(of range: ClosedRange<Timestamp>) -> ClosedRange<UInt64> {
        let (least, greatest) = (range.lowerBound.nanoseconds.sortNumber, range.upperBound.nanoseconds.sortNumber)
        return keys[0].descending ? (greatest ^ .max)...(least ^ .max) : least...greatest
    }
}

extension Int64 {
    /// Ascends as the integer does.
    fileprivate var sortNumber: UInt64 { UInt64(bitPattern: self) ^ 1 << 63 }
}

extension Double {
    /// Ascends as the number does; both zeros are one.
    fileprivate var sortNumber: UInt64 {
        let bits = (self + 0.0).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}
