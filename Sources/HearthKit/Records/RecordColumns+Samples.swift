internal import HearthModel

extension RecordColumns {
    /// The samples of the columns. Voltages, which are many, are not kept in them.
    func samples(_ head: (Int) -> SampleHead) -> [HKSample] {
        var first = 0
        return records.indices.map { row in
            var series = RecordSeries(count: count(row))
            if !lengths.isEmpty {
                let end = first + Int(lengths[row])
                if !contents.isEmpty { series.contents = Array(contents[first..<end]) }
                first = end
            }
            return RecordColumns.sample(head(row), records[row], series)
        }
    }

    private static func sample(_ head: SampleHead, _ record: Record, _ series: RecordSeries) -> HKSample {
        switch head.type.kind {
        case .electrocardiogram: HKElectrocardiogram(head, record, series)
        case .audiogram: HKAudiogramSample(head, record)
        case .stateOfMind: HKStateOfMind(head, record)
        case .prescription: HKVisionPrescription.stored(head, record)
        case .scoredAssessment:
            head.type == .gad7 ? HKGAD7Assessment(head, record) : HKPHQ9Assessment(head, record)
        case .medication:
            head.type == .medicationDoseEvent ? HKMedicationDoseEvent(head, record) : MedicationSample(head, record)
        case .clinical: HKClinicalRecord(head, record, series)
        case .document: HKCDADocumentSample(head, record, series)
        case .quantity, .category, .correlation, .workout, .workoutRoute, .heartbeatSeries, .characteristic,
            .activitySummary:
            fatalError("samples of \(head.type) are not records")
        }
    }
}
