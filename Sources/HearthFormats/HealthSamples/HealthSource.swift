import HearthModel

/// Who saved a sample: a version of a source, by its number, and the device that measured.
final class HealthSource {
    let origin: Int
    let device: Device?
    /// Tells the sources of a file apart.
    let number: Int

    init(origin: Int, device: Device?, number: Int) {
        self.origin = origin
        self.device = device
        self.number = number
    }
}
