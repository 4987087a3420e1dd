public import Foundation
internal import HearthModel

/// A type of samples.
///
/// `@unchecked Sendable`: as its superclass.
open class HKSampleType: HKObjectType, @unchecked Sendable {
    /// Whether the store limits the duration of samples. It does for one type, whose samples have no duration.
    open var isMaximumDurationRestricted: Bool { type == .menopausalState }

    /// How long a sample may last. Asking a type without such a limit stops the program, as it does in HealthKit.
    open var maximumAllowedDuration: TimeInterval {
        require(isMaximumDurationRestricted, "samples of \(type) may last as long as they like")
        return 0
    }

    /// Whether the store refuses samples that are too short, which it does for no type.
    open var isMinimumDurationRestricted: Bool { false }

    /// How long a sample has to last. No type has such a limit, so reading it stops the program, as it does in
    /// HealthKit.
    open var minimumAllowedDuration: TimeInterval {
        fatalError("samples of \(type) may be as short as they like")
    }

    /// Whether estimates of the type can be recalibrated. The store estimates nothing, so none can.
    open var allowsRecalibrationForEstimates: Bool { false }
}
