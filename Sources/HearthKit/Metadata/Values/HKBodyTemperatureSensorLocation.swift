/// Where body temperature was measured.
public enum HKBodyTemperatureSensorLocation: Int, Sendable {
    /// Somewhere else.
    case other = 0
    /// Armpit.
    case armpit = 1
    /// Body.
    case body = 2
    /// Ear.
    case ear = 3
    /// Finger.
    case finger = 4
    /// Stomach or bowels.
    case gastroIntestinal = 5
    /// Mouth.
    case mouth = 6
    /// Rectum.
    case rectum = 7
    /// Toe.
    case toe = 8
    /// Ear drum.
    case earDrum = 9
    /// Temporal artery.
    case temporalArtery = 10
    /// Forehead.
    case forehead = 11
}
