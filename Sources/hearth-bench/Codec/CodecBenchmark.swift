import HearthModel
import HearthWire

/// Packs and unpacks frames as an app and the server do, and copies the same bytes for comparison: the floor.
struct CodecBenchmark {
    let rounds: Rounds

    /// Packs and unpacks each subject, checks the way there and back once, and measures.
    func run() throws -> [Report.Row] {
        try CodecSubject.all().flatMap { subject in try measure(subject) }
    }

    private func measure(_ subject: CodecSubject) throws -> [Report.Row] {
        let encoder = FrameEncoder()
        let decoder = FrameDecoder()
        var packed: [UInt8] = []
        try encoder.append(subject.frame, to: &packed)
        let frame = packed
        let unpack = {
            let body = frame.span.bytes.extracting(droppingFirst: FrameSplitter.prefixBytes)
            return try decoder.clientFrame(body).content.get()
        }
        guard try unpack() == subject.frame.request else {
            preconditionFailure("what was unpacked is not what was packed: \(subject.name)")
        }

        var copy: [UInt8] = []
        let measurements = try rounds.measure([
            {
                packed.removeAll(keepingCapacity: true)
                try encoder.append(subject.frame, to: &packed)
            },
            {
                _ = try unpack()
            },
            {
                copy.removeAll(keepingCapacity: true)
                copy.append(contentsOf: frame)
            },
        ])
        return zip(["pack", "unpack and validate", "copy the frame"], measurements).map { work, measurement in
            Report.Row(
                name: "\(subject.name): \(work)",
                samples: subject.samples,
                packedBytes: frame.count,
                unpackedBytes: subject.unpackedBytes,
                measurement: measurement
            )
        }
    }
}
