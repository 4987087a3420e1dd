import HearthClient
import HearthModel

/// The samples that `--since`, `--until` and `--source` select.
struct SampleSelection: Sendable {
    let start: Timestamp?
    let end: Timestamp?
    private(set) var sources: [String]

    static let options = ["--since", "--until", "--source"]

    init(_ given: GivenOptions, dates: DateReader) throws {
        start = try given["--since"].map(dates.moment)
        end = try given["--until"].map(dates.moment)
        sources = given.all("--source")
        if let start, let end, start >= end {
            throw given.usageError("--since must be before --until.")
        }
    }

    /// Whether the time is limited.
    var hasTime: Bool { start != nil || end != nil }

    /// Gives the named sources the spelling of those that have saved samples. Throws if one has saved nothing, and says what it
    /// may have meant.
    mutating func findSources(on connection: Connection) async throws {
        guard !sources.isEmpty else { return }
        let apps = try await KnownApps(on: connection)
        sources = sources.map(apps.spelling)
        let complaints = apps.complaints(about: sources)
        guard complaints.isEmpty else { throw CommandError(complaints.joined(separator: " ")) }
    }

    /// - Parameter conditions: what else has to hold.
    func clause(
        of type: ObjectType,
        sources: [String]? = nil,
        unit: Unit? = nil,
        conditions: [Predicate.Term] = []
    ) -> Clause {
        var terms = conditions
        if hasTime {
            // A sample belongs to the interval in which it starts, so that adjacent intervals share no sample.
            terms.append(.interval(Interval(start: start, end: end, strictStart: true)))
        }
        let sources = sources ?? self.sources
        if !sources.isEmpty {
            terms.append(.sources(sources))
        }
        return Clause(type: type, predicate: terms.isEmpty ? nil : Predicate(terms: terms), unit: unit)
    }
}
