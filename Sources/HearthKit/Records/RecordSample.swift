internal import Foundation
internal import HearthModel

/// A sample that is a record in the store: its properties are the record's attributes. A further kind is a further class
/// with a line in `RecordColumns.samples`.
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
