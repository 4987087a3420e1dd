import HearthModel

/// Makes samples of the elements of an export.
final class HealthHandler: XMLHandler {
    private var reading: HealthReading

    /// `routeFile` returns the file of a route by its path in the export; nil: there is none.
    init(
        _ selection: HealthSelection,
        routeFile: @escaping (String) throws(WorkoutFileError) -> (any ByteSource)?
    ) {
        reading = HealthReading(selection, routeFile: routeFile)
    }

    /// What is not taken so far.
    var tally: HealthTally { reading.output.tally }
    var wantsAll: Bool { reading.output.selection.wantsAll }
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
    ) throws(WorkoutFileError) -> XMLInterest {
        try reading.start(name, attributes, at: position)
    }

    func end(text: Span<UInt8>, at position: XMLPosition) throws(WorkoutFileError) {
        reading.end()
    }

    func finish() throws(WorkoutFileError) {
        reading.finishBatch()
    }
}
