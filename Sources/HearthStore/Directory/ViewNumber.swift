internal import HearthModel

/// A number for what an app may read. Anchors carry it for years, so it must be the same in each process and version:
/// FNV-1a, summed up over the types.
struct ViewNumber {
    private(set) var value: UInt64

    init(of app: AppID, _ readings: AccessView.Readings) {
        value = 0
        guard !readings.isWhole else { return }
        value = ViewNumber.hash(app.description, readings.standard)
        for (type, reading) in readings.decided {
            value &+= ViewNumber.hash(type.identifier, reading)
        }
        // 0 stands for everything.
        value = max(value, 1)
    }

    private static func hash(_ text: String, _ reading: AccessView.Reading) -> UInt64 {
        var bytes = Array(text.utf8)
        switch reading {
        case .everything: bytes += [0xFD]
        case .nothing: bytes += [0xFE]
        case .since(let time):
            bytes += [0xFF]
            withUnsafeBytes(of: time.nanoseconds.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
