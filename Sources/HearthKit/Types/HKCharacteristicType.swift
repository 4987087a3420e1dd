/// What is true of a person at any time, such as the date of birth.
///
/// `@unchecked Sendable`: as its superclass.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {}
