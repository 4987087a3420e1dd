internal import HearthClient

// What the members of the class delegate their work to.
extension HKHealthStore {
    var writer: ObjectWriter { ObjectWriter(connection) }
    var associations: WorkoutAssociations { WorkoutAssociations(connection) }
    var registrations: BackgroundRegistrations { BackgroundRegistrations(connection) }
    var authorization: StoreAuthorization { StoreAuthorization(connection) }
    var characteristics: StoredCharacteristics { StoredCharacteristics(connection) }
}

extension HKHealthStore: OverridableCalls {
    static var original: AnyObject.Type { HKHealthStore.self }
}
