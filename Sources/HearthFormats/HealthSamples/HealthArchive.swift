package import HearthModel

/// The health data of a phone in a file, read as a stream.
package protocol HealthArchive: AnyObject {
    /// A title to show.
    var title: String { get }
    /// The size of its content, as far as is known.
    var byteCount: Int { get }
    /// How much of it was read.
    var readBytes: Int { get }
    /// What is not taken so far.
    var tally: HealthTally { get }
    /// What it says about its owner; complete at the end.
    var characteristics: CharacteristicValues { get }

    /// The next samples; nil at the end. What comes before a fault is returned before the error is thrown.
    func next() throws(FormatError) -> HealthBatch?
}
