public import Foundation
internal import HearthModel

/// A sample that holds a series: a route or heartbeats. A separate query reads its contents.
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

    /// The sample in an archive, without the contents of the series; nil: the archive holds something else.
    public required init?(coder: NSCoder) {
        guard let sample = coder.decodeSample(of: Self.self) else { return nil }
        count = sample.count
        super.init(SampleHead(sample))
    }
}
