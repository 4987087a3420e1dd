internal import HearthModel
internal import HearthSystem

/// HealthKit's anchors were numbers once. Hearth's are bytes, and a number represents one while the program runs. An
/// unknown number means the beginning, so that no change is missed.
enum NumberedAnchors {
    private static let anchors = Guarded<[Int: EncodedAnchor]>([:])
    /// As many as are remembered before all are forgotten.
    private static let most = 1_024

    /// The number of an anchor, always the same.
    static func number(of anchor: EncodedAnchor) -> Int {
        guard !anchor.isEmpty else { return 0 }
        var hash = FNVHash()
        for byte in anchor.bytes {
            hash.add(byte)
        }
        let number = max(1, Int(hash.folded >> 1))
        anchors.withLock { anchors in
            if anchors.count >= most {
                anchors = [:]
            }
            anchors[number] = anchor
        }
        return number
    }

    /// The anchor of a number; empty, which is the beginning, for an unknown number.
    static func anchor(of number: Int) -> EncodedAnchor {
        anchors.withLock { $0[number] } ?? []
    }
}
