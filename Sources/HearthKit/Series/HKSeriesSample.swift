public import Foundation
internal import HearthModel

/// A sample that holds a series: a route or heartbeats. What is in it comes with a query of its own.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSeriesSample: HKSample, @unchecked Sendable {
    /// How many locations or heartbeats the series has.
    open private(set) var count: Int

    init(_ head: SampleHead, count: Int64) {
        self.count = Int(count)
        super.init(head)
    }

    override var content: String { "\(count) \(type.identifier)" }

    /// The sample in an archive, without what is in the series; nil when what is there is not one.
    public required init?(coder: NSCoder) {
        guard let sample = Self.archived(in: coder) else { return nil }
        count = sample.count
        super.init(SampleHead(sample))
    }
}
