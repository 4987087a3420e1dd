internal import Foundation
internal import HearthModel

/// A sample that is a record in the store: its properties are the record's attributes. A further kind is a further class
/// with a line in `sample(_:_:_:)`.
protocol RecordSample: HKSample {
    /// The values of the sample.
    var record: Record { get }
    /// The series of the sample.
    var series: RecordSeries { get }
}

/// The series of a record.
struct RecordSeries {
    /// How many elements it has.
    var count: Int64 = 0
    /// Microvolts.
    var voltages: [Double] = []
    /// The bytes of a document.
    var contents: [UInt8] = []

    /// Without elements.
    static let none = RecordSeries()

    /// Whether the elements are here, and not only in the store.
    var isComplete: Bool { Int64(voltages.count + contents.count) == count }
}

extension RecordSeries {
    init(voltages: [Double]) {
        self.init(count: Int64(voltages.count), voltages: voltages)
    }

    init(contents: Data) {
        self.init(count: Int64(contents.count), contents: Array(contents))
    }

    /// The bytes of a document; nil: they are not here.
    var data: Data? { isComplete ? Data(contents) : nil }
}

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
            preconditionFailure("samples of \(head.type) are not records")
        }
    }
}
