internal import Foundation
internal import HearthModel

/// Makes columns of objects, for a save or for an archive.
///
/// Objects whose columns look alike become columns together: those of one type, quantities also of one unit, and those
/// that stand for several apart from the others.
struct SampleEncoder {
    private var groups: [SampleGroup] = []
    private var positions: [SampleGroup.Likeness: Int] = [:]
    /// Objects of one kind usually come one after the other.
    private var latest = 0
    private let purpose: Purpose

    /// What columns are for.
    enum Purpose {
        /// The server fills in what only it knows.
        case saving
        /// Everything that the objects say is there, as when the server sends them.
        case archiving
    }

    private init(_ purpose: Purpose) {
        self.purpose = purpose
    }

    /// The columns of these objects and of the members of correlations among them; those of the first object come first.
    /// Errors name the object by its index.
    static func columns(of objects: [HKObject], for purpose: Purpose = .saving) throws(HearthError) -> [SampleColumns] {
        var encoder = SampleEncoder(purpose)
        for (index, object) in objects.enumerated() {
            guard let sample = object as? HKSample else {
                throw HearthError(.invalidArgument, "only samples can be saved", field: "objects[\(index)]")
            }
            try encoder.add(sample, at: index)
        }
        if encoder.hasCorrelations {
            try encoder.addMembers(of: objects)
        }
        var columns: [SampleColumns] = []
        columns.reserveCapacity(encoder.groups.count)
        for group in encoder.groups {
            columns.append(try group.columns())
        }
        return columns
    }

    private mutating func add(_ sample: HKSample, at index: Int) throws(HearthError) {
        if latest < groups.count, groups[latest].takes(sample) {
            try groups[latest].append(sample, at: index)
            return
        }
        let likeness = SampleGroup.Likeness(of: sample)
        if let position = positions[likeness] {
            latest = position
        } else {
            latest = groups.count
            positions[likeness] = latest
            groups.append(SampleGroup(likeness, purpose))
        }
        try groups[latest].append(sample, at: index)
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
