internal import Foundation
internal import HearthModel

/// The properties that every sample has.
struct SampleHead {
    let type: ObjectType
    let id: ObjectID
    let start: Date
    let end: Date
    let origin: ObjectOrigin
    let attached: Metadata
}

extension SampleHead {
    /// The head of a sample, for another instance of it.
    init(_ sample: HKSample) {
        self.init(
            type: sample.type,
            id: sample.id,
            start: sample.startDate,
            end: sample.endDate,
            origin: sample.origin,
            attached: sample.attached
        )
    }

    /// The head of a sample that a builder has collected.
    init(
        collected type: ObjectType,
        id: ObjectID,
        from start: Date,
        to end: Date,
        device: HKDevice?,
        attached: Metadata
    ) {
        self.init(type: type, id: id, start: start, end: end, origin: .new(device: device), attached: attached)
    }

    /// The head of a sample that an app creates. An end before the start stops the program, as it does in HealthKit.
    init(
        new type: HKSampleType,
        from start: Date,
        to end: Date,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) {
        require(start <= end, "a sample of \(type) cannot end before it starts")
        let attachment = AttachedMetadata(metadata)
        self.init(
            type: type.type,
            id: ObjectIDGenerator.shared.next(),
            start: start,
            end: end,
            origin: .new(device: device, unstorable: attachment.unstorable),
            attached: attachment.metadata
        )
    }

    /// The head of a medication that a person takes from a date on.
    init(medicationSince date: Date) {
        self.init(
            type: .userAnnotatedMedication,
            id: ObjectIDGenerator.shared.next(),
            start: date,
            end: date,
            origin: .new(device: nil),
            attached: .none
        )
    }
}
