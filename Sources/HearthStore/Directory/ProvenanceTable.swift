internal import HearthModel

/// The provenances of samples by number. Each that is identical to no other has one, and keeps it.
struct ProvenanceTable {
    private var entries: [Entry] = []
    private var numbers: [ExactKey<Entry>: UInt32] = [:]
    /// The size of the provenances, of all sources and of each.
    private var bytes = 0
    private var bytesOfSource: [AppID: Int] = [:]

    /// A provenance of one table, or of several if each began as a copy of the one before. A class, so that entries can
    /// be compared by address.
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

    var count: Int { entries.count }
    var all: some Collection<Provenance> { entries.lazy.map(\.provenance) }

    subscript(number: UInt32) -> Provenance { entries[Int(number)].provenance }

    /// The app whose sample a deleted one was, by the number that its deletion has; nil if that is not known.
    func owner(_ number: UInt32?) -> AppID? {
        guard let number, number < count else { return nil }
        return self[number].owningApp
    }

    func number(of provenance: Provenance) -> UInt32? { numbers[ExactKey(Entry(provenance))] }

    /// Adds a provenance that is known to be new. Returns its number.
    @discardableResult
    mutating func append(_ provenance: Provenance) -> UInt32 {
        let number = UInt32(entries.count)
        let entry = Entry(provenance)
        entries.append(entry)
        numbers[ExactKey(entry)] = number
        let added = ProvenanceTable.bytes(of: provenance)
        bytes += added
        bytesOfSource[ProvenanceTable.account(of: provenance), default: 0] += added
        return number
    }

    /// The provenance with a number, of samples that came with this device.
    func numbered(_ number: UInt32, _ device: Device?) -> NumberedProvenance {
        NumberedProvenance(number: number, device: device, entry: entries[Int(number)])
    }

    /// Whether a provenance that some table had under a number is that of this one, too: a write that was refused may have
    /// taken its number with it.
    func has(_ numbered: NumberedProvenance) -> Bool {
        numbered.number < count && entries[Int(numbered.number)] === numbered.entry
    }
}

// MARK: - Limits

extension ProvenanceTable {
    /// About how many bytes a provenance takes in addition to its texts.
    private static let fixedBytes = 512

    /// What a provenance counts with.
    private static func bytes(of provenance: Provenance) -> Int { fixedBytes + provenance.textBytes }

    private static func account(of provenance: Provenance) -> AppID { provenance.source?.app ?? AppID("") }

    /// The position of the first of some missing provenances that does not fit; nil: all fit.
    func firstWithoutRoom(of added: [Provenance], _ options: StoreOptions) -> Int? {
        var total = bytes
        var ofSource: [AppID: Int] = [:]
        for (position, provenance) in added.enumerated() {
            let account = ProvenanceTable.account(of: provenance)
            let more = ProvenanceTable.bytes(of: provenance)
            let own = (ofSource[account] ?? bytesOfSource[account] ?? 0) + more
            total += more
            let reserve = own > options.provenanceBytesOfSmallSource ? options.provenanceBytesReserve : 0
            guard own <= options.provenanceBytesOfSource, total <= options.provenanceBytesTotal - reserve else {
                return position
            }
            ofSource[account] = own
        }
        return nil
    }
}

// MARK: - Provenances without samples

extension ProvenanceTable {
    /// A table of all stored provenances, in order. Of one that no sample has only the source and the owner are kept, which
    /// deletions name: it counts with nothing, and its number is not given to new samples.
    init(_ stored: [Provenance], used: [Bool]) {
        var unused: [ExactKey<Entry>: Entry] = [:]
        for (number, provenance) in stored.enumerated() {
            guard !used[number] else {
                append(provenance)
                continue
            }
            let reduced = Entry(Provenance(source: provenance.source, owner: provenance.owner))
            let entry = unused[ExactKey(reduced)] ?? reduced
            unused[ExactKey(reduced)] = entry
            entries.append(entry)
        }
    }
}

/// A provenance that a table had under a number.
struct NumberedProvenance {
    let number: UInt32
    /// Identical to that of the provenance, and the one that the samples came with: the next samples are likely to have
    /// it.
    let device: Device?
    fileprivate let entry: ProvenanceTable.Entry
}
