internal import HearthModel
internal import HearthSystem

/// HealthKit's anchors were numbers once. Hearth's are bytes, and a number represents one while the program runs. An
/// unknown number means the beginning, so that no change is missed.
enum NumberedAnchors {
    private static let anchors = Guarded<[Int: [UInt8]]>([:])
    /// As many as are remembered before all are forgotten.
    private static let most = 1_024

    /// The number of an anchor, always the same.
    static func number(of anchor: [UInt8]) -> Int {
        guard !anchor.isEmpty else { return 0 }
        let hash = anchor.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        let number = max(1, Int(hash >> 1))
        anchors.withLock { anchors in
            if anchors.count >= most {
                anchors = [:]
            }
            anchors[number] = anchor
        }
        return number
    }

    /// The anchor of a number; empty, which is the beginning, for an unknown number.
    static func anchor(of number: Int) -> [UInt8] {
        anchors.withLock { $0[number] } ?? []
    }
}
