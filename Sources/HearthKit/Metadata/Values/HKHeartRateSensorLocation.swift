/// Where the heart rate was measured.
public enum HKHeartRateSensorLocation: Int, Sendable {
    /// Somewhere else.
    case other = 0
    /// Chest.
    case chest = 1
    /// Wrist.
    case wrist = 2
    /// Finger.
    case finger = 3
    /// Hand.
    case hand = 4
    /// Ear lobe.
    case earLobe = 5
    /// Foot.
    case foot = 6
}
