internal import HearthModel

/// The parts of a frame that are shown for troubleshooting without the option to show values.
///
/// Everything not named here is hidden, including fields of later versions until they are added here. Hidden are values
/// and times of samples, metadata, locations, characteristics, workouts, devices, operands of predicates, and texts for
/// people, whose contents depend on the server.
enum Disclosure {
    /// Numbers, truth values, enums, identifiers and anchors that reveal nothing about a person's health.
    private static let shown: Set<String> = [
        "Hello.major", "Hello.minor", "Welcome.major", "Welcome.minor", "Welcome.store_id",
        "OperatingSystemVersion.major", "OperatingSystemVersion.minor", "OperatingSystemVersion.patch",
        "Save.more", "UuidSet.uuids", "AddToWorkout.workout", "AddToWorkout.stored",
        "Committed.anchor", "Committed.added", "Committed.deleted", "Committed.unchanged",
        "QuerySamples.limit", "QuerySamples.include_series", "SortKey.field", "SortKey.descending",
        "QueryChanges.anchor", "QueryChanges.limit", "QueryChanges.follow", "QueryChanges.include_series",
        "QueryStatistics.sum", "QueryStatistics.average", "QueryStatistics.minimum", "QueryStatistics.maximum",
        "QueryStatistics.most_recent", "QueryStatistics.duration", "QueryStatistics.by_source",
        "QueryStatistics.follow",
        "StatisticsBatch.anchor", "StatisticsBatch.reset", "StatisticsBatch.caught_up",
        "ChangeBatch.anchor", "ChangeBatch.caught_up", "Deletions.uuids", "Notice.anchor", "Pong.anchor", "Pong.time",
        "SampleColumns.uuids", "CorrelationColumns.members", "Credit.bytes", "Done.reason", "Error.code",
        "Authorization.request", "AccessControl.seen", "AccessList.requests_number",
        "BackgroundDelivery.disable_all", "BackgroundRegistration.frequency",
        "PredicateTerm.all_of", "PredicateTerm.any_of", "PredicateTerm.none_of", "PredicateTerm.any_activity",
        "PredicateTerm.uuids", "PredicateTerm.in_workout", "PredicateTerm.in_correlation",
        "Comparison.field", "Comparison.relation", "MetadataMatch.relation", "DevicePropertyMatch.property",
    ]
    /// Messages with metrics of the server.
    private static let shownMessages: Set<Substring> = [
        "Limits", "VersionRange", "Counters", "StoreStatus", "ConnectionStatus", "SubscriptionStatus",
        "BackgroundAppStatus", "StatusReport",
    ]
    /// Names of apps, servers and libraries.
    private static let names: Set<String> = [
        "App.bundle_identifier", "App.name", "App.version", "Hello.client", "Welcome.server_version",
        "Source.bundle_identifier", "Source.name", "SourceMatch.bundle_identifiers", "Host.product_type",
        "SourceRevisionPattern.bundle_identifier", "SourceRankList.bundle_identifiers",
        "AccessControl.app", "AccessControl.name", "AppSocket.bundle_identifier", "AppSocket.name",
        "AppGrants.bundle_identifier", "AccessRequest.bundle_identifier", "AccessRequest.name",
        "AppCounts.bundle_identifier",
    ]
    private static let types: Set<String> = [
        "Clause.type", "SampleColumns.type", "Deletions.types", "Notice.types", "BackgroundRegistration.type",
        "BackgroundDelivery.disable", "SubscriptionStatus.types", "Comparison.type", "WorkoutStatistics.type",
        "SourceRanks.type", "Grant.type", "Authorization.share", "Authorization.read", "TypeAuthorization.type",
        "AccessRequest.share", "AccessRequest.read", "TypeCounts.type",
    ]
    private static let units: Set<String> = [
        "Clause.unit", "QuantityColumns.unit", "Comparison.unit", "StatisticsBatch.unit",
    ]

    /// Whether a field is hidden even when values are shown.
    static func isSecret(_ path: String) -> Bool { path == "Welcome.identity_key" }

    /// Whether a field that is not a text is shown.
    static func shows(_ path: String) -> Bool {
        shown.contains(path) || shownMessages.contains(path.prefix { $0 != "." })
    }

    /// Whether a text may be seen. A type and a unit only when they are one: a program in error may send anything there.
    static func shows(_ path: String, _ text: String) -> Bool {
        if types.contains(path) {
            return (try? ObjectType.lookup(text)) != nil
        }
        if units.contains(path) {
            return text.isEmpty || (try? Unit(text)) != nil
        }
        if path == "Error.field" {
            return text.utf8.count <= 200 && text.utf8.allSatisfy { isOfFieldPath($0) }
        }
        return names.contains(path) || shownMessages.contains(path.prefix { $0 != "." })
    }

    private static func isOfFieldPath(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_.[]".utf8.contains(character)
        }
    }
}
