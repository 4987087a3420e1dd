internal import Foundation
internal import HearthModel
internal import HearthWire

extension NSCoder {
    /// Decodes a sample of a class. If the archive does not hold one, the result is nil and the coder has failed.
    func decodeSample<Sample: HKSample>(of kind: Sample.Type) -> Sample? {
        decodeReply { reply throws(HearthError) in
            // Every sample belongs to a subclass of HKSeriesSample.
            guard kind != HKSeriesSample.self, let batch = reply.onlySample,
                let sample = SampleDecoder.samples(batch).first, batch.holdsOnly(sample), let own = sample as? Sample
            else { throw .ofOtherKind }
            return own
        }
    }
}

extension SampleBatch {
    /// Whether the batch holds the sample, its members, and nothing else.
    fileprivate func holdsOnly(_ sample: HKSample) -> Bool {
        let rows = members.reduce(0) { $0 + $1.count }
        guard case .correlation(let correlations) = columns[0].payload, let correlation = sample as? HKCorrelation
        else { return rows == 0 }
        return correlation.objects.count == correlations.members.count && correlation.objects.count == rows
            && correlation.objects.allSatisfy { $0 is HKQuantitySample || $0 is HKCategorySample }
    }
}

extension Reply {
    /// An object as a server would send it: alone, or a correlation with its members.
    init(archiving object: HKObject) throws(HearthError) {
        var columns = try SampleEncoder.columns(of: [object], for: .archiving)
        let own = columns.removeFirst()
        self = .samples(SampleBatch(columns: [own], members: columns))
    }

    /// The batch of a reply with one sample; nil for any other reply.
    var onlySample: SampleBatch? {
        guard case .samples(let batch) = self, batch.columns.count == 1, batch.columns[0].count == 1 else { return nil }
        return batch
    }
}
