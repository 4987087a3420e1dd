/// What the stream of an app has that may not read everything, so that a grant that comes later leaves no gap.
package struct StreamVisibility: Hashable, Sendable {
    /// Names what the app could read after a decision: the stream has what was visible then, up to its position.
    package var view: UInt64
    /// Later deletions may have been kept from the stream although it has brought the samples; nil: none were.
    package var withheld: UInt64?
    /// Nil if the stream continues after its position.
    package var pass: Pass?
    /// Names the places at which the stream met decisions; 0: none. Two anchors are equal only if their streams met the same
    /// ones at the same places: whether they are equal says nothing of what was decided.
    package private(set) var path: UInt32 = 0

    /// The stream is delivering what it lacks of the changes up to its position, as the app may read more than before.
    package struct Pass: Hashable, Sendable {
        package enum Part: UInt8, Sendable {
            /// The deletions come first, as a UUID can be saved again.
            case deletions
            case samples
        }

        /// The lower half of the number of the view that the pass leads to. Whatever is decided meanwhile ends the pass.
        package var view: UInt32
        package var part: Part
        /// The changes of this part up to here were brought.
        package var position: UInt64

        package init(to view: UInt64, _ part: Part, after position: UInt64) {
            self.view = UInt32(truncatingIfNeeded: view)
            self.part = part
            self.position = position
        }
    }

    /// Names no view: what the stream has is not known.
    package static let unknownView = UInt64.max

    package init(view: UInt64, withheld: UInt64? = nil, pass: Pass? = nil, path: UInt32 = 0) {
        self.path = path
        self.view = view
        self.withheld = withheld
        self.pass = pass
    }

    /// The stream comes to a place after a decision that made a view.
    package mutating func meet(_ view: UInt64, at place: UInt64) {
        let both = UInt64(path) << 32 | UInt64(path)
        let mixed = ((both ^ view) &* 0xBF58_476D_1CE4_E5B9 &+ place &+ 1) &* 0x9E37_79B9_7F4A_7C15
        path = UInt32(truncatingIfNeeded: mixed >> 32)
    }

    /// After the part that is under way, of a pass to a view, 0 for everything; nil: the stream has everything.
    package func afterPart(ofPassTo view: UInt64) -> StreamVisibility? {
        guard let pass else { return self }
        var next = self
        switch pass.part {
        case .deletions: next.pass = Pass(to: view, .samples, after: 0)
        case .samples:
            guard view != 0 else { return nil }
            next.view = view
            next.pass = nil
        }
        return next
    }
}
