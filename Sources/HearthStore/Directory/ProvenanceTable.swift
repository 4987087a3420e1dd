internal import HearthModel

/// The provenances of samples by number. Each that is identical to no other has one, and keeps it.
struct ProvenanceTable {
    private var entries = DistinctEntries<Entry>()

    /// A provenance of one table or of several, if each goes on from a copy of the one before. A class: it is the same one
    /// where its address is.
    final class Entry: ExactlyComparable, Sendable {
        let provenance: Provenance

        init(_ provenance: Provenance) {
            self.provenance = provenance
        }

        func isIdentical(to other: Entry) -> Bool { provenance.isIdentical(to: other.provenance) }

        func hashExactly(into hasher: inout Hasher) {
            provenance.hashExactly(into: &hasher)
        }
    }

    var count: Int { entries.entries.count }
    var all: some Collection<Provenance> { entries.entries.lazy.map(\.provenance) }

    subscript(number: UInt32) -> Provenance { entries.entries[Int(number)].provenance }

    func number(of provenance: Provenance) -> UInt32? { entries.position(of: Entry(provenance)) }

    /// Adds a provenance of which it is known that it is not there; returns its number.
    @discardableResult
    mutating func append(_ provenance: Provenance) -> UInt32 { entries.append(Entry(provenance)) }

    /// The provenance with a number, of samples that came with this device.
    func numbered(_ number: UInt32, _ device: Device?) -> NumberedProvenance {
        NumberedProvenance(number: number, device: device, entry: entries.entries[Int(number)])
    }

    /// Whether a provenance that some table had under a number is that of this one, too: a write that was refused may have
    /// taken its number with it.
    func has(_ numbered: NumberedProvenance) -> Bool {
        numbered.number < count && entries.entries[Int(numbered.number)] === numbered.entry
    }
}

/// A provenance that a table had under a number.
struct NumberedProvenance {
    let number: UInt32
    /// Identical to that of the provenance, and the one that the samples came with: it is likely to come again.
    let device: Device?
    fileprivate let entry: ProvenanceTable.Entry
}
