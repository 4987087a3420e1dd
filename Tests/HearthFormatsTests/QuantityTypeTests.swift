import HearthModel
import Testing

@testable import HearthFormats

@Suite struct QuantityTypeTests {
    @Test(arguments: QuantityType.allCases)
    func theUnitIsTheOneOfTheStore(_ type: QuantityType) throws {
        let object = try ObjectType.lookup(type.identifier)
        #expect(object.kind == .quantity)
        #expect(try Unit(type.unit) == object.storageUnit)
    }
}
