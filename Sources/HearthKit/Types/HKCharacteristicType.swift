/// The type of a permanent property of a person, such as the date of birth.
///
/// `@unchecked Sendable`: as its superclass.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
    /// The characteristic type with an identifier. An unknown identifier stops the program.
    public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
        self.init(of: HKObjectType.known(identifier.rawValue, as: .characteristic))
    }
}
