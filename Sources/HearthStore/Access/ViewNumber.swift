internal import HearthModel

/// A number for what an app may read. Anchors carry it for years, so it must be the same in each process and version:
/// FNV-1a, summed up over the types.
struct ViewNumber {
    private(set) var value: UInt64

    /// `since`: what stands for a limit by time.
    init(of app: AppID, _ readings: AccessView.Readings, since: UInt8 = limit) {
        value = 0
        guard !readings.isWhole else { return }
        value = ViewNumber.hash(app.description, readings.standard, since)
        for (type, reading) in readings.decided {
            value &+= ViewNumber.hash(type.identifier, reading, since)
        }
        // 0 stands for everything.
        value = max(value, 1)
    }

    private static let limit: UInt8 = 0xFC
    /// When deletions did not have the ends of their samples, a limit by time hid none.
    static let formerLimit: UInt8 = 0xFF

    private static func hash(_ text: String, _ reading: AccessView.Reading, _ since: UInt8) -> UInt64 {
        var bytes = Array(text.utf8)
        switch reading {
        case .everything: bytes += [0xFD]
        case .nothing: bytes += [0xFE]
        case .since(let time):
            bytes += [since]
            withUnsafeBytes(of: time.nanoseconds.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
