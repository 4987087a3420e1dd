/// An app's registration for changes to samples of a type, even while it is not running.
package struct BackgroundRegistration: Hashable, Sendable {
    package var type: ObjectType
    /// The highest rate of deliveries.
    package var frequency: UpdateFrequency

    package init(type: ObjectType, frequency: UpdateFrequency) {
        self.type = type
        self.frequency = frequency
    }

    /// Checks an app's request.
    package func validate() throws(HearthError) {
        try locating("type", type.checkBackgroundDelivery())
        guard UpdateFrequency.all.contains(frequency) else {
            throw HearthError(.valueOutOfRange, "The frequency is not known.", field: "frequency")
        }
    }
}
