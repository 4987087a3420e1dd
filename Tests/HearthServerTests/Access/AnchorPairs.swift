import HearthModel

/// The anchors of two stores that stand for the same: two of the one store are equal exactly when those of the other are.
struct AnchorPairs {
    private var ofPart: [EncodedAnchor: EncodedAnchor] = [:]
    private var ofWhole: [EncodedAnchor: EncodedAnchor] = [:]

    /// False if one of them was that of another anchor before.
    mutating func add(_ whole: EncodedAnchor, _ part: EncodedAnchor) -> Bool {
        let isKnown = (ofPart[whole] ?? part) == part && (ofWhole[part] ?? whole) == whole
        ofPart[whole] = part
        ofWhole[part] = whole
        return isKnown
    }
}
