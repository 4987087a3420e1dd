internal import Foundation
internal import HearthModel

/// What every sample has, whatever its kind.
struct SampleHead {
    let type: ObjectType
    let id: ObjectID
    let start: Date
    let end: Date
    let origin: ObjectOrigin
    let attached: Metadata
}

extension SampleHead {
    /// That of a sample, for another instance of it.
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

    /// That of a sample that an app makes. An end before the start stops the program, as it does in HealthKit.
    init(
        new type: HKSampleType,
        from start: Date,
        to end: Date,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) {
        precondition(start <= end, "a sample of \(type) cannot end before it starts")
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
}
