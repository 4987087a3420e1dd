/// Audiograms.
///
/// `@unchecked Sendable`: as its superclass.
open class HKAudiogramSampleType: HKSampleType, @unchecked Sendable {}
