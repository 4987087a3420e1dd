internal import HearthModel

/// The sources of a snapshot, and the order in which they come where they overlap.
///
/// A rank is that of a sample: one that a person entered may come before another of the same source. Ranks are numbers from
/// 0, the greatest first.
struct SourceOrder {
    /// By identifier.
    private(set) var apps: [AppID] = []
    /// Nil if the reply names no sources.
    private let names: SourceNames?
    /// By the number of a provenance; -1: none has it.
    private var sourceOfProvenance: [Int] = []
    /// By the number of a provenance: of samples that a device measured, and of those that a person entered.
    private var ranks: [(measured: Int, entered: Int)] = []
    /// By rank.
    private(set) var sourceOfRank: [Int] = []

    /// What decides, from first to last. What is greater comes first.
    private struct Key: Comparable {
        /// The owner's order; 0: not in it.
        let named: Int
        let isEntered: Bool
        let wearing: Wearing
        /// The number of the source's first provenance: a source that is new comes before those that are known.
        let first: Int
        let source: Int

        static func < (left: Key, right: Key) -> Bool {
            if left.named != right.named { return left.named < right.named }
            if left.isEntered != right.isEntered { return right.isEntered }
            if left.wearing != right.wearing { return left.wearing < right.wearing }
            return left.first < right.first
        }
    }

    /// `ranked`: the owner's order. `bySource`: whether each source has statistics of its own.
    init(_ ranked: [AppID], in snapshot: Snapshot, bySource: Bool) {
        var named: [AppID: Int] = [:]
        for (index, app) in ranked.enumerated() {
            named[app] = ranked.count - index
        }
        apps = Set(snapshot.provenances.all.lazy.compactMap { $0.source?.app }).sorted()
        names = bySource ? SourceNames(apps.count, in: snapshot.provenances) : nil
        var indexes: [AppID: Int] = [:]
        for (index, app) in apps.enumerated() {
            indexes[app] = index
        }
        var firsts = [Int?](repeating: nil, count: apps.count)
        var keys: [(key: Key, provenance: Int)] = []
        for (number, provenance) in snapshot.provenances.all.enumerated() {
            guard let app = provenance.source?.app, let index = indexes[app] else {
                sourceOfProvenance.append(-1)
                continue
            }
            let first = firsts[index] ?? number
            firsts[index] = first
            sourceOfProvenance.append(index)
            let position = named[app] ?? 0
            for isEntered in [false, true] {
                // A source that the owner has ranked has that rank, with all of its samples.
                let key = Key(
                    named: position,
                    isEntered: position == 0 && isEntered,
                    wearing: position == 0 ? Wearing(provenance) : .neither,
                    first: first,
                    source: index
                )
                keys.append((key, isEntered ? ~number : number))
            }
        }
        rank(keys)
    }

    private mutating func rank(_ keys: [(key: Key, provenance: Int)]) {
        ranks = Array(repeating: (0, 0), count: sourceOfProvenance.count)
        var last: Key?
        for (key, provenance) in keys.sorted(by: { $0.key < $1.key }) {
            if key != last {
                sourceOfRank.append(key.source)
                last = key
            }
            if provenance < 0 {
                ranks[~provenance].entered = sourceOfRank.count - 1
            } else {
                ranks[provenance].measured = sourceOfRank.count - 1
            }
        }
    }

    /// Samples of these provenances take part in the statistics.
    func noteNames(_ provenances: some Sequence<UInt32>) {
        guard let names else { return }
        var known: UInt32?
        for number in provenances where number != known {
            known = number
            names.note(number, of: source(ofProvenance: number))
        }
    }

    /// A source under the name that it had last, among the samples that have taken part so far.
    func named(_ index: Int) -> NamedSource { names?[index] ?? NamedSource(source: Source(apps[index])) }

    func source(ofProvenance number: UInt32) -> Int { sourceOfProvenance[Int(number)] }

    func rank(ofProvenance number: UInt32, isEntered: Bool) -> Int {
        isEntered ? ranks[Int(number)].entered : ranks[Int(number)].measured
    }

    /// Whether samples of a type in these times can come from several sources, as far as the directory tells.
    static func hasSeveral(of type: ObjectType, in times: Range<Timestamp>?, _ snapshot: Snapshot) -> Bool {
        var first: AppID?
        var known: UInt32?
        for chunk in snapshot.samples[type]?.chunks ?? [] {
            if let times,
                chunk.summary.starts.lowerBound >= times.upperBound || chunk.summary.ends.upperBound < times.lowerBound
            {
                continue
            }
            for segment in chunk.elements {
                for number in segment.summary.provenances where number != known {
                    known = number
                    let app = snapshot.provenances[number].source?.app
                    if let first, app != first { return true }
                    first = app
                }
            }
        }
        return false
    }

    /// Of an app with its name.
    private static let bytesOfApp = 40

    /// The memory that it takes.
    var heldBytes: Int {
        apps.count * SourceOrder.bytesOfApp + sourceOfProvenance.count * (8 + 16) + sourceOfRank.count * 8
    }
}

/// A source, and the number of the provenance from which its name is known; nil: only its identifier is.
struct NamedSource {
    let source: Source
    var provenance: UInt32?

    /// Whether its name is one that the source had after that of another.
    func isNamedLater(than other: NamedSource) -> Bool {
        guard let provenance else { return false }
        return other.provenance.map { $0 < provenance } ?? true
    }
}

/// The names of sources, as far as the samples tell them that take part in statistics. A name that only samples have which
/// the reader may not see does not exist for it.
private final class SourceNames {
    private let provenances: ProvenanceTable
    /// By source, the last of the provenances that were noted.
    private var last: [UInt32?]

    init(_ count: Int, in provenances: ProvenanceTable) {
        self.provenances = provenances
        last = Array(repeating: nil, count: count)
    }

    func note(_ number: UInt32, of source: Int) {
        guard source >= 0 else { return }
        last[source] = max(last[source] ?? number, number)
    }

    subscript(source: Int) -> NamedSource? {
        last[source].flatMap { number in
            provenances[number].source.map { NamedSource(source: $0, provenance: number) }
        }
    }
}

/// The order of the sources of one snapshot, which the ranges of buckets of a request share.
package final class SharedSourceOrder {
    private var made: SourceOrder?

    package init() {}

    func order(_ ranked: [AppID], in snapshot: Snapshot, bySource: Bool, _ reader: SegmentReader) -> SourceOrder {
        if let made { return made }
        reader.charge(snapshot.provenanceCount)
        let order = SourceOrder(ranked, in: snapshot, bySource: bySource)
        made = order
        return order
    }
}

/// Whether a person wears a device or carries it, as far as its names tell.
private enum Wearing: Int, Comparable {
    case neither
    case carried
    case worn

    private static let wornWords: Set = ["watch", "ring", "strap", "band"]
    private static let carriedWords: Set = ["phone", "iphone", "ipod", "ipad", "tablet"]

    /// The names are those of the device, and of the machine on which the app ran.
    init(_ provenance: Provenance) {
        let device = provenance.device
        let names = [device?.name, device?.model, device?.hardwareVersion, provenance.productType]
        var wearing = Wearing.neither
        for case let name? in names {
            wearing = max(wearing, Wearing(words: name))
        }
        self = wearing
    }

    private init(words name: String) {
        self = .neither
        for word in name.utf8.split(whereSeparator: { !($0 | 0x20).isLetter }) {
            let word = String(decoding: word.map { $0 | 0x20 }, as: UTF8.self)
            if Wearing.wornWords.contains(word) {
                self = .worn
                return
            }
            if Wearing.carriedWords.contains(word) {
                self = .carried
            }
        }
    }

    static func < (left: Wearing, right: Wearing) -> Bool { left.rawValue < right.rawValue }
}

extension UInt8 {
    /// Of ASCII, in lower case.
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
