/// What is true of a person at any time, such as the date of birth.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// The characteristic type with an identifier. One that this version does not know stops the program.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .characteristic))
    }
}
