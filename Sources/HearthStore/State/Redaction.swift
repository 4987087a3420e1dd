internal import HearthModel

extension Snapshot {
    /// Rows without what samples of other apps say of types that the reader may not see.
    func redacted(_ rows: SegmentRows) -> SegmentRows {
        guard let view, rows.provenances.count == rows.count else { return rows }
        return Redaction(view: view, provenances: provenances).redacted(rows)
    }
}

/// Takes from samples of other apps what they say of types that a reader may not see: totals and statistics of workouts, and
/// symptoms of electrocardiograms.
private struct Redaction {
    let view: AccessView
    let provenances: ProvenanceTable

    func redacted(_ rows: SegmentRows) -> SegmentRows {
        var redacted = rows
        switch rows.samples.payload {
        case .workout(var columns) where !columns.details.isEmpty:
            for row in columns.details.indices where isOfOther(rows, row) {
                columns.details[row].redact(view, end: rows.samples.end(row))
            }
            redacted.samples.payload = .workout(columns)
        case .record(var columns) where rows.samples.type == .electrocardiogram:
            for row in columns.records.indices where isOfOther(rows, row) {
                columns.records[row].redactSymptoms(view, end: rows.samples.end(row))
            }
            redacted.samples.payload = .record(columns)
        default: break
        }
        return redacted
    }

    private func isOfOther(_ rows: SegmentRows, _ row: Int) -> Bool {
        provenances[rows.provenances[row]].owningApp != view.app
    }
}

extension Record {
    /// An electrocardiogram names symptoms by UUIDs, and not their types and times: an app that may not read all of them sees
    /// none. Whether there were some is part of the electrocardiogram, and judged by its end.
    fileprivate mutating func redactSymptoms(_ view: AccessView, end: Timestamp) {
        if !ObjectType.symptoms.allSatisfy({ view.reading(of: $0) == .everything }) {
            self[.symptoms] = nil
        }
        if !ObjectType.symptoms.allSatisfy({ view.sees($0, endingAt: end) }) {
            self[.symptomsStatus] = .integers([Self.symptomsNotSet])
        }
    }

    private static let symptomsNotSet: Int64 = 0
}

extension WorkoutDetail {
    fileprivate mutating func redact(_ view: AccessView, end: Timestamp) {
        if !view.sees(.activeEnergyBurned, endingAt: end) {
            totalEnergyBurned = nil
        }
        if !WorkoutDetail.distances.allSatisfy({ view.sees($0, endingAt: end) }) {
            totalDistance = nil
        }
        if !view.sees(.swimmingStrokeCount, endingAt: end) {
            totalSwimmingStrokeCount = nil
        }
        if !view.sees(.flightsClimbed, endingAt: end) {
            totalFlightsClimbed = nil
        }
        statistics.removeAll { !view.sees($0.type, endingAt: end) }
        for index in activities.indices {
            activities[index].statistics.removeAll { !view.sees($0.type, endingAt: end) }
        }
    }

    /// The types that count towards a total distance.
    private static let distances = ObjectType.all.filter {
        $0.identifier.hasPrefix("HKQuantityTypeIdentifierDistance")
    }
}
