public import Foundation
internal import HearthModel

/// How a person feels or felt.
///
/// `@unchecked Sendable`: as its superclass.
open class HKStateOfMind: HKSample, RecordSample, @unchecked Sendable {
    let record: Record
    var series: RecordSeries { .none }

    init(_ head: SampleHead, _ record: Record) {
        self.record = record
        super.init(head)
    }

    /// A feeling at a time. A valence that is not within -1 and 1 stops the program, as it does in HealthKit.
    public convenience init(
        date: Date,
        kind: Kind,
        valence: Double,
        labels: [Label],
        associations: [Association],
        metadata: [String: Any]? = nil
    ) {
        require((-1...1).contains(valence), "a valence is within -1 and 1")
        var record = Record()
        record.set(.mindKind, Int64(kind.rawValue))
        record.set(.valence, valence)
        record.set(.labels, labels.map { Int64($0.rawValue) })
        record.set(.associations, associations.map { Int64($0.rawValue) })
        self.init(
            SampleHead(new: HKObjectType.stateOfMindType(), from: date, to: date, metadata: metadata),
            record
        )
    }

    /// The state of mind in an archive; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        record = sample.record
        super.init(SampleHead(sample))
    }

    /// Whether it is about a moment or a day.
    open var kind: Kind { Kind(rawValue: Int(record.integer(.mindKind) ?? 1)) ?? .momentaryEmotion }

    /// How pleasant it is: -1 very unpleasant, 1 very pleasant.
    open var valence: Double { record.number(.valence) ?? 0 }

    /// How pleasant it is, in words.
    open var valenceClassification: ValenceClassification { ValenceClassification(valence: valence) ?? .neutral }

    /// What it feels like. Labels that this version does not know are left out.
    open var labels: [Label] { record.integers(.labels).compactMap { Label(rawValue: Int($0)) } }

    /// What it has to do with. Associations that this version does not know are left out.
    open var associations: [Association] {
        record.integers(.associations).compactMap { Association(rawValue: Int($0)) }
    }

    /// What a state of mind is about.
    public enum Kind: Int, Sendable {
        /// A moment.
        case momentaryEmotion = 1
        /// A day.
        case dailyMood = 2
    }
}
