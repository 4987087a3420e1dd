internal import HearthModel

/// A number for what an app may read. Anchors carry it for years, so it must be the same in each process and version:
/// FNV-1a, mixed, and summed up over the types.
struct ViewNumber {
    private(set) var value: UInt64

    init(of app: AppID, _ readings: AccessView.Readings) {
        self.init(of: app, readings, since: ViewNumber.limit, ViewNumber.mixed)
    }

    /// The number that versions gave a view before they mixed the terms. A type that became readable when another was denied
    /// often left it as it was, so an anchor with such a number tells nothing for sure. `since`: what stands for a limit by time.
    static func former(of app: AppID, _ readings: AccessView.Readings, since: UInt8 = formerLimit) -> UInt64 {
        ViewNumber(of: app, readings, since: since) { $0 }.value
    }

    private init(of app: AppID, _ readings: AccessView.Readings, since: UInt8, _ term: (UInt64) -> UInt64) {
        value = 0
        guard !readings.isWhole else { return }
        value = term(ViewNumber.hash(app.description, readings.standard, since))
        for (type, reading) in readings.decided {
            value &+= term(ViewNumber.hash(type.identifier, reading, since))
        }
        // 0 stands for everything.
        value = max(value, 1)
    }

    /// Makes terms that differ in their last bits differ in all of them, so that their differences do not cancel: the last step
    /// of SplitMix64.
    private static func mixed(_ hash: UInt64) -> UInt64 {
        let first = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        let second = (first ^ (first >> 27)) &* 0x94D0_49BB_1331_11EB
        return second ^ (second >> 31)
    }

    static let limit: UInt8 = 0xFC
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
