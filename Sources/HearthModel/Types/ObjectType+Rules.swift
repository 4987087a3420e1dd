// Rules about the samples of a type.
extension ObjectType {
    /// The metadata key without which no sample of the type is saved.
    package var requiredMetadataKey: MetadataKey? {
        switch self {
        case .menstrualFlow: .menstrualCycleStart
        case .insulinDelivery: .insulinDeliveryReason
        default: nil
        }
    }

    /// Checks that a unit fits this quantity type.
    func checkCompatible(_ unit: Unit, _ field: String) throws(HearthError) {
        guard let storageUnit, storageUnit.isCompatible(with: unit) else {
            throw HearthError(.incompatibleUnit, "The unit \(unit) is not one for \(identifier).", field: field)
        }
    }

    /// Checks that changes to the type can be delivered to apps in the background.
    package func checkBackgroundDelivery() throws(HearthError) {
        guard isStored else {
            throw HearthError(.unknownType, "The store holds no samples of \(self).")
        }
        guard kind != .correlation else {
            throw HearthError(
                .invalidArgument,
                "Correlations are not delivered in the background: name the types of their members."
            )
        }
    }
}

extension ObjectType {
    /// The types that decide who may read a correlation, in words: `bloodPressureDiastolic and bloodPressureSystolic`.
    package var memberNames: String {
        guard shortName != "food" else { return "those, such as dietaryEnergyConsumed or dietaryWater" }
        let members = ObjectType.all.filter { $0.kind.isStored && $0.kind != .correlation }.map(\.shortName)
        return members.filter { $0.hasPrefix(shortName) }.joined(separator: " and ")
    }
}
