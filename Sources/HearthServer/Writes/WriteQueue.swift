import HearthModel
import HearthStore

/// The writes that are complete: those that the writer has, and those that wait for it.
///
/// Apps take turns: one that imports years does not keep the others waiting for longer than its write under way. The
/// writes of one app stay in their order.
struct WriteQueue {
    private var waiting: [String: Queue<StagedWrite>] = [:]
    private var turns = ReadyQueue<String>()
    private(set) var underWay: [StagedWrite] = []

    var isEmpty: Bool { turns.isEmpty && underWay.isEmpty }

    mutating func append(_ write: StagedWrite) {
        let app = write.write.origin.source.bundleIdentifier
        waiting[app, default: Queue()].append(write)
        turns.insert(app)
    }

    /// The next group for the writer; nil while it has one, or when there is none. It ends with so many writes, or with
    /// the one that brings it to so many bytes.
    mutating func takeGroup(atMost most: Int, bytes bytesMax: Int) -> [Write]? {
        guard underWay.isEmpty else { return nil }
        var bytes = 0
        while underWay.count < most, bytes < bytesMax, let app = turns.popFirst() {
            guard let write = waiting[app]?.popFirst() else { continue }
            underWay.append(write)
            bytes += write.bytes
            if waiting[app]?.isEmpty == false {
                turns.insert(app)
            } else {
                waiting[app] = nil
            }
        }
        return underWay.isEmpty ? nil : underWay.map(\.write)
    }

    /// The group that the writer has finished.
    mutating func finishGroup() -> [StagedWrite] {
        defer { underWay = [] }
        return underWay
    }
}
