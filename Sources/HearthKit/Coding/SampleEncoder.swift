internal import Foundation
internal import HearthModel

/// Encodes objects as columns, for a save or for an archive.
///
/// Objects with the same `ColumnKey` become columns together: samples of one type, quantities also of one unit, and
/// samples that represent several quantities apart from the others.
struct SampleEncoder {
    /// The group of the latest object: objects of one kind usually follow each other. It is kept outside `groups` so
    /// that it grows in place.
    private var group: SampleGroup
    /// All groups in the order of their first objects; nil at the position of `group`.
    private var groups: [SampleGroup?] = [nil]
    private var position = 0
    private var positions: [SampleGroup.ColumnKey: Int]
    private let purpose: Purpose

    /// What the columns are for.
    enum Purpose {
        /// The server fills in what only it knows.
        case saving
        /// The columns are complete, as when the server sends them.
        case archiving
    }

    /// An encoder for a number of samples, most of which have the key of this one.
    private init(_ purpose: Purpose, like sample: HKSample, count: Int) {
        self.purpose = purpose
        let key = SampleGroup.ColumnKey(of: sample)
        group = SampleGroup(key, purpose, capacity: count)
        positions = [key: 0]
    }

    /// The columns of objects, and of the members of correlations among them. The columns of the first object come
    /// first. Errors name an object by its index.
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
            throw HearthError(.invalidArgument, "Only samples can be saved.", field: "objects[\(index)]")
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
            change(to: SampleGroup.ColumnKey(of: sample))
        }
        try group.append(sample, at: index)
    }

    /// Puts the current group back into `groups`, and takes out the one for a key.
    private mutating func change(to key: SampleGroup.ColumnKey) {
        groups[position] = group
        if let known = positions[key] {
            position = known
        } else {
            position = groups.count
            positions[key] = position
            groups.append(SampleGroup(key, purpose))
        }
        guard let next = groups[position] else {
            fatalError("only the current group is outside of the groups")
        }
        group = next
        groups[position] = nil
    }

    private var hasCorrelations: Bool { positions.keys.contains { $0.type.kind == .correlation } }

    /// Adds the members of correlations, each once, unless they are among the objects.
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
