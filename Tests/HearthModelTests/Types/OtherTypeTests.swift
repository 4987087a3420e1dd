import HearthModel
import Testing

@Suite("Types that are neither quantities nor categories")
struct OtherTypeTests {
    @Test("The registry has the table's rows and no others")
    func identifiers() {
        let registered = ObjectType.all.filter { $0.kind != .quantity && $0.kind != .category }
        #expect(TypeFixture.otherTypes.count == 30)
        #expect(registered.map(\.identifier) == TypeFixture.otherTypes.map { $0.field("raw_value") })
    }

    @Test("Every fact is the table's", arguments: TypeFixture.otherTypes)
    func facts(row: TypeFixture.Row) throws {
        let type = try ObjectType.lookup(row.field("raw_value"))
        #expect(type.identifier == row.field("raw_value"))
        #expect(type.shortName == Self.shortName(row.field("swift_access")))
        // The table calls both routes and heartbeats series; the store keeps them apart.
        let isSeries = type.kind == .workoutRoute || type.kind == .heartbeatSeries
        #expect((isSeries ? "series" : "\(type.kind)") == row.field("kind"))
        #expect(type.storageUnit == nil)
        #expect(type.canonicalUnit == nil)
        #expect(type.aggregation == nil)
        #expect(type.categoryValues == nil)
        #expect(!type.allows(categoryValue: 0))
        #expect(type.isWritableByApps == type.kind.isStored)
    }

    /// `.bloodType` is `bloodType`; `HKObjectType.audiogramSampleType()` is `audiogram`.
    private static func shortName(_ access: String) -> String {
        guard access.hasSuffix("()") else { return String(access.dropFirst()) }
        var name = access.dropLast(2).drop { $0 != "." }.dropFirst()
        for suffix in ["Type", "Sample"] where name.hasSuffix(suffix) {
            name = name.dropLast(suffix.count)
        }
        return name == "heartbeat" ? "heartbeatSeries" : String(name)
    }

    @Test("The store holds every kind of samples")
    func storedKinds() {
        let stored = ObjectType.Kind.allCases.filter(\.isStored)
        #expect(Set(ObjectType.Kind.allCases).subtracting(stored) == [.characteristic, .activitySummary])
        for type in ObjectType.all where RecordSchema.of(type) != nil { #expect(type.isStored, "\(type)") }
        #expect(ObjectType.all.allSatisfy { $0.isStored == stored.contains($0.kind) })
        #expect(Set(ObjectType.all.map(\.kind)) == Set(ObjectType.Kind.allCases))
    }

    @Test("Each constant is the type that its name says")
    func constants() {
        #expect(ObjectType.bloodPressure.shortName == "bloodPressure")
        #expect(ObjectType.food.shortName == "food")
        #expect(ObjectType.bloodPressureSystolic.shortName == "bloodPressureSystolic")
        #expect(ObjectType.bloodPressureDiastolic.shortName == "bloodPressureDiastolic")
        #expect(ObjectType.insulinDelivery.shortName == "insulinDelivery")
        #expect(ObjectType.menstrualFlow.shortName == "menstrualFlow")
        #expect(ObjectType.menopausalState.shortName == "menopausalState")
        #expect(ObjectType.environmentalAudioExposureEvent.shortName == "environmentalAudioExposureEvent")
        #expect(ObjectType.workout.shortName == "workout")
        #expect(ObjectType.workoutRoute.shortName == "workoutRoute")
        #expect(ObjectType.heartbeatSeries.shortName == "heartbeatSeries")
    }

    @Test("A food has nutrients, a blood pressure has two pressures, nothing else has members")
    func correlationMembers() {
        // Written out of the table and not of the registry's flag.
        let nutrients = TypeFixture.quantityTypes.map { $0.field("raw_value") }
            .filter { $0.hasPrefix("HKQuantityTypeIdentifierDietary") }
        #expect(nutrients.count == 39)
        #expect(members(of: .food) == nutrients)
        #expect(
            members(of: .bloodPressure) == [
                "HKQuantityTypeIdentifierBloodPressureDiastolic",
                "HKQuantityTypeIdentifierBloodPressureSystolic",
            ]
        )
        for type in ObjectType.all where type.kind != .correlation {
            #expect(members(of: type).isEmpty)
        }
    }

    private func members(of type: ObjectType) -> [String] {
        ObjectType.all.filter { type.allowsMember($0) }.map(\.identifier)
    }
}
