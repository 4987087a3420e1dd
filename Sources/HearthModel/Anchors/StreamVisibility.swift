/// What the stream of an app has that may not read everything, so that a grant that comes later leaves no gap.
package struct StreamVisibility: Hashable, Sendable {
    /// Names what the app could read after a decision: the stream has what was visible then, up to its position.
    package var view: UInt64
    /// Later deletions may have been kept from the stream although it has brought the samples; nil: none were.
    package var withheld: UInt64?
    /// Nil if the stream continues after its position.
    package var pass: Pass?

    /// The stream is delivering what it lacks of the changes up to its position, as the app may read more than before.
    package struct Pass: Hashable, Sendable {
        package enum Part: UInt8, Sendable {
            /// The deletions come first, as a UUID can be saved again.
            case deletions
            case samples
        }

        /// Names what the app may read after the newest decision; 0: everything.
        package var view: UInt64
        package var part: Part
        /// The changes of this part up to here were brought.
        package var position: UInt64

        package init(to view: UInt64, _ part: Part, after position: UInt64) {
            self.view = view
            self.part = part
            self.position = position
        }
    }

    package init(view: UInt64, withheld: UInt64? = nil, pass: Pass? = nil) {
        self.view = view
        self.withheld = withheld
        self.pass = pass
    }

    /// After the part that is under way; nil: the stream has everything.
    package var afterPart: StreamVisibility? {
        guard let pass else { return self }
        var next = self
        switch pass.part {
        case .deletions: next.pass = Pass(to: pass.view, .samples, after: 0)
        case .samples:
            guard pass.view != 0 else { return nil }
            next.view = pass.view
            next.pass = nil
        }
        return next
    }
}
