internal import Foundation
internal import HearthModel
internal import HearthWire

extension Reply {
    /// How a server would send an object: alone, a correlation with its members.
    init(archiving object: HKObject) throws(HearthError) {
        var columns = try SampleEncoder.columns(of: [object], for: .archiving)
        let own = columns.removeFirst()
        self = .samples(SampleBatch(columns: [own], members: columns))
    }

    /// The only row of the only columns, with what stands beside it. Nil for any other reply.
    var onlySample: SampleBatch? {
        guard case .samples(let batch) = self, batch.columns.count == 1, batch.columns[0].count == 1 else { return nil }
        return batch
    }
}

extension HKSample {
    /// The sample in an archive; nil, and an error of the coder, when what is there is not one of this class.
    static func archived(in coder: NSCoder) -> Self? {
        coder.decodeReply { reply throws(HearthError) in
            guard let batch = reply.onlySample, let sample = SampleDecoder.samples(batch).first,
                sample.hasMembers(of: batch), let own = sample as? Self, isOfKind
            else { throw .ofOtherKind }
            return own
        }
    }

    /// Whether there are samples of this class itself, and not only of its subclasses.
    private static var isOfKind: Bool { self != HKSeriesSample.self }

    /// Whether the batch holds, besides the sample, its members and nothing else.
    private func hasMembers(of batch: SampleBatch) -> Bool {
        let rows = batch.members.reduce(0) { $0 + $1.count }
        guard case .correlation(let correlations) = batch.columns[0].payload, let correlation = self as? HKCorrelation
        else { return rows == 0 }
        return correlation.objects.count == correlations.members.count && correlation.objects.count == rows
            && correlation.objects.allSatisfy { $0 is HKQuantitySample || $0 is HKCategorySample }
    }
}
