/// The former name of `HKCategoryValueEnvironmentalAudioExposureEvent`.
@available(*, deprecated, renamed: "HKCategoryValueEnvironmentalAudioExposureEvent")
public enum HKCategoryValueAudioExposureEvent: Int, Sendable {
    /// It was loud.
    case loudEnvironment = 1
}
