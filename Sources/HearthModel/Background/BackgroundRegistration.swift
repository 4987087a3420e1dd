/// That an app wants to be told of changes to samples of a type, also while it does not run.
package struct BackgroundRegistration: Hashable, Sendable {
    package var type: ObjectType
    /// How often at most.
    package var frequency: UpdateFrequency

    package init(type: ObjectType, frequency: UpdateFrequency) {
        self.type = type
        self.frequency = frequency
    }

    /// Checks what an app asks for.
    package func validate() throws(HearthError) {
        try locating("type", type.checkBackgroundDelivery())
        guard UpdateFrequency.all.contains(frequency) else {
            throw HearthError(.valueOutOfRange, "the frequency is not known", field: "frequency")
        }
    }
}

extension ObjectType {
    /// Checks that apps can be told of changes to the type in the background.
    package func checkBackgroundDelivery() throws(HearthError) {
        guard isStored else {
            throw HearthError(.unknownType, "the store holds no samples of \(self)")
        }
        guard kind != .correlation else {
            throw HearthError(
                .invalidArgument,
                "correlations are not delivered in the background: name the types of their members"
            )
        }
    }
}
