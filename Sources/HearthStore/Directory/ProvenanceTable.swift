internal import HearthModel

/// The provenances of a store, by number. Each that is identical to no other has one, and keeps it.
struct ProvenanceTable: Sendable {
    private var provenances: [Provenance] = []
    /// Equal ones need not be identical: see `ExactlyComparable`.
    private var numbers: [Provenance: [UInt32]] = [:]

    var count: Int { provenances.count }

    subscript(number: UInt32) -> Provenance { provenances[Int(number)] }

    func map<Value>(_ transform: (Provenance) -> Value) -> [Value] { provenances.map(transform) }

    func number(of provenance: Provenance) -> UInt32? {
        numbers[provenance]?.first { provenances[Int($0)].isIdentical(to: provenance) }
    }

    /// Gives a new one its number.
    @discardableResult
    mutating func append(_ provenance: Provenance) -> UInt32 {
        let number = UInt32(provenances.count)
        provenances.append(provenance)
        numbers[provenance, default: []].append(number)
        return number
    }
}
