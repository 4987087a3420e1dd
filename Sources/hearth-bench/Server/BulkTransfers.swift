import HearthModel
import HearthSocket
import HearthWire

/// Very many samples at once, to the disk and back.
struct BulkTransfers {
    let setting: ServerSetting

    /// Samples in a frame, and frames in flight: 16 MiB together, of 64 that an app may have.
    private static let sizes = [(frame: 4_096, window: 128), (frame: 16_384, window: 32), (frame: 65_536, window: 8)]
    /// A UUID, a time and a value.
    private static let sampleBytes = 32

    func run() throws -> ComparisonReport.Section {
        let rows = try setting.withServer("bulk") { server in
            let channel = try server.connect()
            var rates = HeartRates()
            return try save(channel, &rates) + read(channel)
        }
        return ComparisonReport.Section(name: "bulk", rows: rows)
    }

    /// Encoding is included, making the columns is not. Compared with the same bytes through a bare socket, whose peer
    /// appends them to a file and makes that durable for each frame.
    private func save(_ channel: FrameChannel, _ rates: inout HeartRates) throws -> [ComparisonReport.Row] {
        var times = BulkTransfers.sizes.map { _ in [Double]() }
        var bareTimes = times
        for _ in 0..<setting.amounts.rounds {
            for (index, size) in BulkTransfers.sizes.enumerated() {
                let frames = max(setting.amounts.bulkSaved / size.frame, 1)
                let columns = (0..<frames).map { _ in rates.next(size.frame) }
                let samples = Double(frames * size.frame)
                times[index].append(
                    try Stopwatch.nanoseconds { try channel.save(columns, window: size.window) } / samples
                )
                bareTimes[index].append(try bare(size.frame * BulkTransfers.sampleBytes, frames) / samples)
            }
        }
        return BulkTransfers.sizes.indices.map { index in
            ComparisonReport.Row(
                "save of columns, \(BulkTransfers.sizes[index].frame.grouped) samples a frame",
                .samples,
                Measurement(rounds: times[index].sorted()),
                beside: .init(
                    name: "as many bytes, appended, fdatasync a frame",
                    measurement: Measurement(rounds: bareTimes[index].sorted())
                ),
                target: .atLeast(3e6)
            )
        }
    }

    /// The frames are written before the answers arrive, as far as the socket accepts them.
    private func bare(_ bytes: Int, _ frames: Int) throws -> Double {
        let peer = try BarePeer(.sink(bytes, file: setting.folder.file("bulk-appended")))
        let frame = [UInt8](repeating: 0x5A, count: bytes)
        var answer = BareSocket.message
        let nanoseconds = Stopwatch.nanoseconds {
            for _ in 0..<frames {
                _ = BareSocket.write(peer.descriptor, frame)
            }
            for _ in 0..<frames {
                _ = BareSocket.read(peer.descriptor, &answer, answer.count)
            }
        }
        peer.end()
        return nanoseconds
    }

    /// Includes decoding. Compared with the same bytes through a bare socket, unread.
    private func read(_ channel: FrameChannel) throws -> [ComparisonReport.Row] {
        let samples = setting.amounts.bulkRead
        let before = channel.receivedBytes
        try check(try channel.readHeartRates(limit: samples))
        let bytes = channel.receivedBytes - before
        let peer = try BarePeer(.source(bytes))
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var times: [Double] = []
        var bareTimes: [Double] = []
        for _ in 0..<setting.amounts.rounds {
            times.append(
                try Stopwatch.nanoseconds { try check(try channel.readHeartRates(limit: samples)) } / Double(samples)
            )
            bareTimes.append(
                Stopwatch.nanoseconds {
                    _ = BareSocket.write(peer.descriptor, BareSocket.message)
                    var left = bytes
                    while left > 0 {
                        let count = min(left, buffer.count)
                        _ = BareSocket.read(peer.descriptor, &buffer, count)
                        left -= count
                    }
                } / Double(samples)
            )
        }
        peer.end()
        return [
            ComparisonReport.Row(
                "read of \(samples.grouped) samples in order",
                .samples,
                Measurement(rounds: times.sorted()),
                beside: .init(
                    name: "as many bytes through a bare socket",
                    measurement: Measurement(rounds: bareTimes.sorted())
                ),
                target: .atLeast(20e6)
            )
        ]
    }

    private func check(_ samples: Int) throws {
        guard samples == setting.amounts.bulkRead else {
            throw BenchmarkError("the server yields \(samples) samples; this is a fault in it")
        }
    }
}
