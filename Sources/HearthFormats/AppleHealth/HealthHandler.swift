import HearthModel

/// Makes samples of the elements of an export.
final class HealthHandler: XMLHandler {
    private var reading: HealthReading

    /// `file` returns a file of the export by its path there; nil: there is none.
    init(
        _ selection: HealthSelection,
        _ key: IdentityKey?,
        file: @escaping (String) throws(FormatError) -> (any ByteSource)?
    ) {
        reading = HealthReading(selection, key, file: file)
    }

    /// The file of an electrocardiogram.
    func addElectrocardiogram(_ file: AttachedFile) {
        reading.addElectrocardiogram(file)
    }

    /// What is not taken so far.
    var tally: HealthTally { reading.output.tally }
    var characteristics: CharacteristicValues { reading.characteristics }

    /// The batches that are complete.
    func takeBatches() -> [HealthBatch] { reading.takeBatches() }

    /// Everything that was read, also if the file ends early.
    func finishBatch() {
        reading.finishBatch()
    }

    func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest {
        try reading.start(name, attributes, at: position)
    }

    func end(text: Span<UInt8>, at position: XMLPosition) throws(FormatError) {
        reading.end()
    }

    func finish() throws(FormatError) {
        reading.finishBatch()
    }
}
