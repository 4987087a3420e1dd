internal import HearthModel

extension MetadataValue {
    /// What an app compares the value of a key with. A value of another class than HealthKit allows stops the program, as
    /// it does in HealthKit.
    init(compared object: Any, of key: String) {
        do throws(HearthError) {
            try self.init(object, of: key)
        } catch {
            preconditionFailure(error.message)
        }
    }
}
