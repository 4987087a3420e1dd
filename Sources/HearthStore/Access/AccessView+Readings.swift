internal import HearthModel

extension AccessView {
    /// How much of each type an app may read.
    struct Readings: Hashable, Sendable {
        /// Of types about which nothing was decided.
        let standard: Reading
        /// The types whose samples the app may read more or less of than that.
        private(set) var decided: [ObjectType: Reading]

        init(_ decided: [ObjectType: Reading], standard: Reading) {
            self.standard = standard
            self.decided = decided
        }

        init(_ grants: [Grant], standard: Reading) {
            self.init([:], standard: standard)
            for grant in grants {
                switch grant.read {
                case .allowed?: note(grant.since.map { .since($0) } ?? .everything, of: grant.type)
                case .denied?: note(.nothing, of: grant.type)
                default: break
                }
            }
            // A meal is seen with one of its members, a blood pressure with both.
            for (correlation, members) in AccessView.members {
                let readings = members.map { self[$0] }
                note(correlation == .food ? .widest(of: readings) : .narrowest(of: readings), of: correlation)
            }
        }

        /// Readings that allow the same are equal.
        private mutating func note(_ reading: Reading, of type: ObjectType) {
            decided[type] = reading == standard ? nil : reading
        }

        subscript(type: ObjectType) -> Reading { decided[type] ?? standard }

        var isWhole: Bool { standard == .everything && decided.values.allSatisfy { $0 == .everything } }
    }
}
