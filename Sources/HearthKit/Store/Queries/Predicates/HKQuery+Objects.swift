public import Foundation
internal import HearthModel

// Predicates on any objects.
extension HKQuery {
    /// The object with an identifier.
    public class func predicateForObject(with uuid: UUID) -> NSPredicate {
        StorePredicate(.test(.ids([ObjectID(uuid)])))
    }

    /// The objects with one of these identifiers.
    public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
        StorePredicate(.anyOf(uuids.map(ObjectID.init).sorted()) { .ids($0) })
    }

    /// The objects that belong to a workout. Only the store can test it.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        StorePredicate(.test(.inWorkout(workout.id)))
    }

    /// The objects that belong to no correlation. Only the store can test it.
    public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
        StorePredicate(.test(.correlated(false)))
    }

    // MARK: - Sources and devices

    /// The objects that an app saved.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate {
        predicateForObjects(from: [source])
    }

    /// The objects that one of these apps saved.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        StorePredicate(.sources(Array(sources)))
    }

    /// The objects that one of these versions of apps saved. `HKSourceRevisionAnyVersion`,
    /// `HKSourceRevisionAnyProductType` and `HKSourceRevisionAnyOperatingSystem` match any value.
    public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
        StorePredicate(.sourceRevisions(Array(sourceRevisions)))
    }

    /// The objects that one of these devices measured. Every property must be equal, including those that are nil.
    public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
        StorePredicate(.devices(Array(devices)))
    }

    /// The objects whose device has one of these values in the property with a key such as `HKDevicePropertyKeyModel`;
    /// without values, those whose device lacks the property. Another key stops the program, as it does in HealthKit.
    public class func predicateForObjects(
        withDeviceProperty key: String,
        allowedValues: Set<String>
    ) -> NSPredicate {
        guard let property = DeviceProperty(key: key) else {
            fatalError("devices do not have the property: use one of the constants HKDevicePropertyKey…")
        }
        return StorePredicate(
            .test(.deviceProperty(DevicePropertyMatch(property: property, values: allowedValues.sorted())))
        )
    }

    // MARK: - Metadata

    /// The objects whose metadata has a key.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        StorePredicate(.test(.metadataKey(key)))
    }

    /// The objects whose metadata has one of these values under a key.
    public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
        let entries = allowedValues.map { Metadata.Entry(key: key, value: MetadataValue(compared: $0)) }
        return StorePredicate(.anyOf(entries) { .metadata(MetadataMatch(relation: .equal, entries: $0)) })
    }

    /// The objects whose metadata has a value under a key that has a relation to another. Texts compare byte by byte.
    /// `.notEqualTo` also finds the objects without the key.
    public class func predicateForObjects(
        withMetadataKey key: String,
        operatorType: ComparisonOperator.Operator,
        value: Any
    ) -> NSPredicate {
        let value = MetadataValue(compared: value)
        let relation = Relation(given: operatorType, betweenTexts: value.isText)
        let entries = [Metadata.Entry(key: key, value: value)]
        return StorePredicate(.test(.metadata(MetadataMatch(relation: relation, entries: entries))))
    }
}

extension MetadataValue {
    var isText: Bool {
        if case .string = self { true } else { false }
    }
}
