internal import HearthModel

/// The provenances that a predicate means: those of apps, of versions of apps, or of devices.
///
/// It is applied to a provenance when a segment has samples of it. A store may have hundreds of thousands of provenances
/// and a request thousands of terms, so preparing a predicate must not examine all of both.
struct ProvenanceTest: Sendable {
    var table: ProvenanceTable
    private var sources: Set<ExactKey<String>> = []
    private var revisions = RevisionSet()
    private var devices: Set<ExactKey<Device>> = []
    /// The values that are meant of each property; nil: the property is absent.
    private var properties: [DeviceProperty: Set<ExactKey<String?>>] = [:]
    /// The app whose samples are all meant; nil: none.
    private var owner: AppID?

    /// The test of a term about sources or devices. Of any other term it means nothing.
    init(_ term: Predicate.Term, _ table: ProvenanceTable) {
        self.table = table
        switch term {
        case .sources(let identifiers): sources = Set(identifiers.map { ExactKey($0) })
        case .sourceRevisions(let patterns):
            for pattern in patterns {
                revisions.insert(pattern)
            }
        case .devices(let devices): self.devices = Set(devices.map { ExactKey($0) })
        case .deviceProperty(let match):
            properties[match.property] =
                match.values.isEmpty ? [ExactKey(nil)] : Set(match.values.map { ExactKey<String?>($0) })
        default: break
        }
    }

    /// The samples that an app has saved.
    init(ofApp owner: AppID, _ table: ProvenanceTable) {
        self.table = table
        self.owner = owner
    }

    /// Whether a sample that was deleted was meant, if it tells whose it was.
    func certainty(forDeletedOf number: UInt32?) -> Certainty {
        guard owner != nil else { return .maybe }
        // One that an earlier version stored is shown only to apps that may see everything.
        return Certainty(number.map { $0 < table.count && matches($0) } ?? false)
    }

    /// Means what another test means as well.
    mutating func formUnion(_ other: ProvenanceTest) {
        sources.formUnion(other.sources)
        revisions.formUnion(other.revisions)
        devices.formUnion(other.devices)
        owner = owner ?? other.owner
        properties.merge(other.properties) { $0.union($1) }
    }

    /// Whether the provenance with a number is meant.
    func matches(_ number: UInt32) -> Bool {
        let provenance = table[number]
        if let owner, provenance.owningApp == owner { return true }
        if let source = provenance.source {
            if !sources.isEmpty, sources.contains(ExactKey(source.bundleIdentifier)) { return true }
            if revisions.contains(provenance, of: source) { return true }
        }
        if !devices.isEmpty, let device = provenance.device, devices.contains(ExactKey(device)) { return true }
        return properties.contains { property, values in
            values.contains(ExactKey(provenance.device?[keyPath: property.keyPath]))
        }
    }

    /// The rows whose provenances are meant.
    func rows(_ numbers: [UInt32]) -> RowMask {
        var known: [UInt32: Bool] = [:]
        var last: (number: UInt32, matches: Bool)?
        return RowMask(
            numbers.map { number in
                if let last, last.number == number { return last.matches }
                let isMeant = known[number] ?? matches(number)
                known[number] = isMeant
                last = (number, isMeant)
                return isMeant
            }
        )
    }

    func certainty(for segment: SegmentSummary) -> Certainty {
        // The rows of a segment with many provenances are judged in a step of its own.
        guard segment.provenances.count <= ProvenanceTest.fewProvenances else { return .maybe }
        let meant = segment.provenances.count(where: matches)
        return meant == 0 ? .never : meant == segment.provenances.count ? .always : .maybe
    }

    /// About the cost of `certainty`, in rows read.
    func work(for segment: SegmentSummary) -> Int {
        segment.provenances.count <= ProvenanceTest.fewProvenances ? segment.provenances.count : 1
    }

    private static let fewProvenances = 16
}
