/// The sets of members that are in use, by what they are the members of. A reader that looks up a set in use shares it,
/// so that a set is in memory once.
struct SharedMembers: Sendable {
    /// Blocks do not change, and their numbers are not used again.
    enum Key: Hashable, Sendable {
        /// The samples of a workout. Its blocks are known by the last of them and their number: a change of its samples
        /// makes a block, and only its deletion or its next version takes blocks away without making another: all of them.
        case workout(lastBlock: Int64, blockCount: Int)
        /// The members of a correlation in a segment.
        case correlation(row: Int, segment: Int64)
        /// The members of all correlations of a segment.
        case correlations(segment: Int64)
    }

    private struct Reference: Sendable {
        weak var members: MemberSet?
    }

    private struct BuildReference: Sendable {
        weak var build: SharedBuild?
    }

    private var references: [Key: Reference] = [:]
    private var builds: [Key: BuildReference] = [:]
    /// Number of references at which those to sets that are gone are removed.
    private var referencesMax = 64

    subscript(key: Key) -> MemberSet? { references[key]?.members }

    /// The set that is being built, or else a new one.
    mutating func build(_ key: Key, _ make: () -> SharedBuild) -> (set: SharedBuild, isOwn: Bool) {
        if let known = builds[key]?.build { return (known, false) }
        let made = make()
        builds = builds.filter { $0.value.build != nil }
        builds[key] = BuildReference(build: made)
        return (made, true)
    }

    mutating func insert(_ set: MemberSet, for key: Key) {
        references[key] = Reference(members: set)
        guard references.count > referencesMax else { return }
        references = references.filter { $0.value.members != nil }
        referencesMax = max(64, 2 * references.count)
    }
}
