package import HearthModel

extension Snapshot {
    /// The characteristics that its reader may see.
    package var visibleCharacteristics: CharacteristicValues {
        guard let view else { return characteristics }
        return characteristics.keeping { view.sees($0.type) }
    }
}
