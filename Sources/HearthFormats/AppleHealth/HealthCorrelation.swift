import HearthModel

/// A correlation between its start and its end.
struct HealthCorrelation {
    struct Member {
        let id: ObjectID
        let type: ObjectType
    }

    /// Nil if it is not taken; its members are.
    private(set) var type: ObjectType?
    private(set) var times: HealthTimes?
    private(set) var source: HealthSource?
    var members: [Member] = []

    init(_ attributes: inout HealthAttributes, _ output: inout HealthOutput) {
        let name = attributes.text(.type) ?? HealthElement.correlation.rawValue
        guard let type = ObjectType(identifier: name), type.kind == .correlation else {
            if output.selection.wantsAll {
                output.tally.omit(name, .unknownType)
            }
            return
        }
        guard output.selection.wants(type) else { return }
        switch HealthTimes.read(&attributes) {
        case .failure(let omission):
            output.tally.omit(name, omission.reason)
        case .success(let times):
            guard let source = output.source(&attributes) else {
                output.tally.omit(name, .invalidMetadata)
                return
            }
            self.type = type
            self.times = times
            self.source = source
        }
    }
}

/// Recognizes the members of correlations that an export has a second time, as records of their own: before the
/// correlation, after it, or not at all. Each occurrence within a correlation stands for one outside.
struct RepeatedMembers {
    /// The last record outside of correlations for which no member was seen, by content.
    private var records: [UInt64: ObjectID] = [:]
    /// Those before it of the same content, which hardly any export has.
    private var earlierRecords: [UInt64: [ObjectID]] = [:]
    /// The numbers of members for which no record was seen, by content.
    private var members: [UInt64: Int] = [:]

    /// The record of its own that a member repeats.
    mutating func stored(_ member: HealthRecord) -> ObjectID? {
        guard let last = records[member.content] else { return nil }
        guard var ids = earlierRecords[member.content] else {
            records[member.content] = nil
            return last
        }
        let id = ids.removeFirst()
        earlierRecords[member.content] = ids.isEmpty ? nil : ids
        return id
    }

    /// Whether a record repeats a member.
    mutating func isRepeated(_ record: HealthRecord) -> Bool {
        guard let count = members[record.content] else { return false }
        members[record.content] = count > 1 ? count - 1 : nil
        return true
    }

    mutating func addMember(_ member: HealthRecord) {
        guard member.builder.isMemberType else { return }
        members[member.content, default: 0] += 1
    }

    mutating func add(_ id: ObjectID, _ record: HealthRecord) {
        guard record.builder.isMemberType else { return }
        if let earlier = records.updateValue(id, forKey: record.content) {
            earlierRecords[record.content, default: []].append(earlier)
        }
    }
}
