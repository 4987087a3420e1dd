import HearthModel

extension CharacteristicValues {
    /// The types of the values that are set. Each is counted as a sample.
    var counted: SampleCounts {
        var counted = SampleCounts()
        for characteristic in present {
            counted.add(1, of: characteristic.type)
        }
        return counted
    }
}
