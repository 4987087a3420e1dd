/// An event of exposure to sound in headphones.
public enum HKCategoryValueHeadphoneAudioExposureEvent: Int, Sendable {
    /// It was more than the limit for seven days.
    case sevenDayLimit = 1
}
