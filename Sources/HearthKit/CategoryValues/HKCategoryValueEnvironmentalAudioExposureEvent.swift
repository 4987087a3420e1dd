/// What was noticed of the noise around somebody.
public enum HKCategoryValueEnvironmentalAudioExposureEvent: Int, Sendable {
    /// It was louder than the limit for a moment.
    case momentaryLimit = 1
}
