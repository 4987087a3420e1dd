public import Foundation
internal import HearthModel

// Beyond HealthKit, where apps only read electrocardiograms: the owner's tools and devices write them here.
extension HKElectrocardiogram {
    /// An electrocardiogram whose voltages, in microvolts, were measured from `start` on at a frequency. A frequency that
    /// is not positive, or in a unit of something else, stops the program.
    public convenience init(
        microvolts: [Double],
        samplingFrequency: HKQuantity,
        start: Date,
        classification: Classification,
        averageHeartRate: HKQuantity? = nil,
        symptomsStatus: SymptomsStatus = .notSet,
        symptoms: [HKCategorySample] = [],
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) {
        let frequency = samplingFrequency.given(in: .hertz, "a sampling frequency")
        require(frequency > 0, "a sampling frequency is positive")
        var record = Record()
        record.set(.classification, Int64(classification.rawValue))
        record.set(.symptomsStatus, Int64(symptomsStatus.rawValue))
        record.set(.averageHeartRate, averageHeartRate?.given(in: HKElectrocardiogram.perMinute, "a heart rate"))
        record.set(.samplingFrequency, frequency)
        record.set(.symptoms, symptoms.map(\.id))
        let head = SampleHead(
            new: HKObjectType.electrocardiogramType(),
            from: start,
            to: start.addingTimeInterval(Double(microvolts.count) / frequency),
            device: device,
            metadata: metadata
        )
        self.init(head, record, RecordSeries(voltages: microvolts))
    }
}
