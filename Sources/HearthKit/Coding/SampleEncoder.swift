internal import Foundation
internal import HearthModel

/// Makes columns of objects, for a save or for an archive.
///
/// Objects whose columns look alike become columns together: those of one type, quantities also of one unit, and those
/// that stand for several apart from the others.
struct SampleEncoder {
    /// What is added to: objects of one kind usually come one after the other. It stands by itself, so that it grows
    /// where it is.
    private var group: SampleGroup
    /// All groups in the order in which they began; nil in the place of the one that stands by itself.
    private var groups: [SampleGroup?] = [nil]
    private var position = 0
    private var positions: [SampleGroup.Likeness: Int]
    private let purpose: Purpose

    /// What columns are for.
    enum Purpose {
        /// The server fills in what only it knows.
        case saving
        /// Everything that the objects say is there, as when the server sends them.
        case archiving
    }

    /// For a number of samples, most of which are like this one.
    private init(_ purpose: Purpose, like sample: HKSample, count: Int) {
        self.purpose = purpose
        let likeness = SampleGroup.Likeness(of: sample)
        group = SampleGroup(likeness, purpose, capacity: count)
        positions = [likeness: 0]
    }

    /// The columns of these objects and of the members of correlations among them; those of the first object come
    /// first. Errors name the object by its index.
    static func columns(of objects: [HKObject], for purpose: Purpose = .saving) throws(HearthError) -> [SampleColumns] {
        guard let first = objects.first else { return [] }
        var encoder = SampleEncoder(purpose, like: try sample(first, at: 0), count: objects.count)
        for (index, object) in objects.enumerated() {
            try encoder.add(try sample(object, at: index), at: index)
        }
        if encoder.hasCorrelations {
            try encoder.addMembers(of: objects)
        }
        return try encoder.columns()
    }

    private static func sample(_ object: HKObject, at index: Int) throws(HearthError) -> HKSample {
        guard let sample = object as? HKSample else {
            throw HearthError(.invalidArgument, "only samples can be saved", field: "objects[\(index)]")
        }
        return sample
    }

    private consuming func columns() throws(HearthError) -> [SampleColumns] {
        groups[position] = group
        var columns: [SampleColumns] = []
        columns.reserveCapacity(groups.count)
        for group in groups {
            if let group {
                columns.append(try group.columns())
            }
        }
        return columns
    }

    private mutating func add(_ sample: HKSample, at index: Int) throws(HearthError) {
        if !group.takes(sample) {
            change(to: SampleGroup.Likeness(of: sample))
        }
        try group.append(sample, at: index)
    }

    /// Puts the group that stands by itself into its place, and takes the one of samples like these out of its own.
    private mutating func change(to likeness: SampleGroup.Likeness) {
        groups[position] = group
        if let known = positions[likeness] {
            position = known
        } else {
            position = groups.count
            positions[likeness] = position
            groups.append(SampleGroup(likeness, purpose))
        }
        guard let next = groups[position] else {
            preconditionFailure("only one group is out of its place")
        }
        group = next
        groups[position] = nil
    }

    private var hasCorrelations: Bool { positions.keys.contains { $0.type.kind == .correlation } }

    /// Adds the members of correlations, each once, unless they stand among the objects themselves.
    private mutating func addMembers(of objects: [HKObject]) throws(HearthError) {
        var known = Set(objects.map(\.id))
        for (index, object) in objects.enumerated() {
            guard let correlation = object as? HKCorrelation else { continue }
            for member in correlation.orderedObjects where known.insert(member.id).inserted {
                try add(member, at: index)
            }
        }
    }
}

extension HKCorrelation {
    /// The members in an order that is always the same.
    var orderedObjects: [HKSample] { objects.sorted { $0.id < $1.id } }
}
