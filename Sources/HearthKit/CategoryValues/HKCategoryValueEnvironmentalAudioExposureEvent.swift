/// An event of exposure to noise in the environment.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable {
    /// It was louder than the limit for a moment.
    case momentaryLimit = 1
}
