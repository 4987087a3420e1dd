internal import HearthClient

/// Reads the voltages of an electrocardiogram, in the order of time.
///
/// `@unchecked Sendable`: as its superclass; the class is immutable.
open class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
    /// What the query has read.
    public enum Result: Sendable {
        /// A voltage.
        case measurement(HKElectrocardiogram.VoltageMeasurement)
        /// There are no more.
        case done
        /// The query failed, and there are no more.
        case error(any Error)
    }

    private let electrocardiogram: HKElectrocardiogram
    private let dataHandler: @Sendable (HKElectrocardiogramQuery, Result) -> Void

    /// Reads the voltages of an electrocardiogram.
    @preconcurrency
    public init(
        _ electrocardiogram: HKElectrocardiogram,
        dataHandler: @escaping @Sendable (HKElectrocardiogramQuery, Result) -> Void
    ) {
        self.electrocardiogram = electrocardiogram
        self.dataHandler = dataHandler
        super.init(objectType: electrocardiogram.sampleType, predicate: nil)
    }

    override func answer(_ connection: Connection, _: ObserverNotices) async {
        do {
            for measurement in try await connection.measurements(of: electrocardiogram) {
                handle { dataHandler(self, .measurement(measurement)) }
            }
            handle { dataHandler(self, .done) }
        } catch {
            handle { dataHandler(self, .error(HKError.translated(error))) }
        }
    }
}
