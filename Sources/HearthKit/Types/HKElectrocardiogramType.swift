/// Electrocardiograms.
///
/// `@unchecked Sendable`: as its superclass.
open class HKElectrocardiogramType: HKSampleType, @unchecked Sendable {}
