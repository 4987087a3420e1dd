internal import HearthModel

/// A number for what an app may read after a decision. Each decision changes it, whatever it was, unless the app may read
/// everything: 0 stands for that. Anchors carry it for years, so it must be the same in each process and version: FNV-1a, mixed,
/// and summed up over the types.
struct ViewNumber {
    private(set) var value: UInt64

    /// `decision`: the number of the newest decision about the app.
    init(of app: AppID, _ readings: AccessView.Readings, after decision: UInt64) {
        value = 0
        guard !readings.isWhole else { return }
        value = ViewNumber.mixed(ViewNumber.hash(app.description, readings.standard))
        for (type, reading) in readings.decided {
            value &+= ViewNumber.mixed(ViewNumber.hash(type.identifier, reading))
        }
        value &+= ViewNumber.mixed(decision)
        value = max(ViewNumber.mixed(value), 1)
    }

    /// Makes terms that differ in their last bits differ in all of them, so that their differences do not cancel: the last step
    /// of SplitMix64.
    private static func mixed(_ hash: UInt64) -> UInt64 {
        let first = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
        return second ^ (second >> 31)
    }

    private static func hash(_ text: String, _ reading: AccessView.Reading) -> UInt64 {
        var bytes = Array(text.utf8)
        switch reading {
        case .everything: bytes += [0xFD]
        case .nothing: bytes += [0xFE]
        case .since(let time):
            bytes += [0xFC]
            withUnsafeBytes(of: time.nanoseconds.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
