internal import HearthModel

/// Estimates that the system calibrates. The store estimates nothing.
enum Estimates {
    static func recalibrate(_ type: HKSampleType) throws {
        throw HKError(.invalidArgument, "The store estimates nothing, and so nothing of \(type.identifier).")
    }
}
