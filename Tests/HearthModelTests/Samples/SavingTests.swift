import HearthModel
import Testing

/// What holds for samples that an app saves, beyond what holds for all.
@Suite struct SavingTests {
    private typealias Fixtures = SampleFixtures

    private func expect(
        _ rule: SampleRule,
        on samples: SampleColumns,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        rule.expect(on: samples, sourceLocation: sourceLocation) { samples throws(HearthError) in
            // What is only refused in a save is valid elsewhere.
            try samples.validate()
            try samples.validateForSaving()
        }
    }

    // MARK: - Payloads

    @Test func valuesOfCategoriesAreKnown() {
        let rule = SampleRule("value", .valueOutOfRange, "category.values[1]") {
            $0.category.values = [0, 5]
        } refuse: {
            $0.category.values = [0, 6]
        }
        expect(rule, on: Fixtures.categories)
        let negative = SampleRule("negative value", .valueOutOfRange, "category.values[0]") {
            $0.category.values = [-1, 0]
        }
        expect(negative, on: Fixtures.categories)
    }

    @Test func activityTypesAreKnown() {
        let rule = SampleRule("activity type", .valueOutOfRange, "workout.activity_types[1]") {
            $0.workout.activityTypes[1] = WorkoutActivityType(rawValue: 3000)
        } refuse: {
            $0.workout.activityTypes[1] = WorkoutActivityType(rawValue: 81)
        }
        expect(rule, on: Fixtures.workouts)
    }

    @Test func eventTypesAreKnown() {
        for (known, unknown) in [(1, 0), (8, 9)] as [(UInt32, UInt32)] {
            let rule = SampleRule("event type", .valueOutOfRange, "workout.details[0].events[0].type") {
                $0.workout.details[0].events = [Self.event(known)]
            } refuse: {
                $0.workout.details[0].events = [Self.event(unknown)]
            }
            expect(rule, on: Fixtures.workouts)
        }
    }

    @Test func theFirstEventResumesNothing() {
        for type: UInt32 in [2, 6] {
            let rule = SampleRule("first event", .invalidArgument, "workout.details[1].events[0].type") {
                $0.workout.details[1].events = [Self.event(1), Self.event(type)]
            } refuse: {
                $0.workout.details[1].events = [Self.event(type)]
            }
            expect(rule, on: Fixtures.workouts)
        }
    }

    @Test func placesOfActivitiesAreKnown() {
        let activity = WorkoutActivity(
            id: Fixtures.id(9),
            activityType: Fixtures.running,
            location: .outdoor,
            swimmingLocation: .openWater,
            start: Fixtures.start,
            end: nil,
            duration: 0
        )
        let changes: [(String, @Sendable (inout WorkoutActivity) -> Void)] = [
            ("activity_type", { $0.activityType = WorkoutActivityType(rawValue: 0) }),
            ("location", { $0.location = WorkoutLocation(rawValue: 1) }),
            ("swimming_location", { $0.swimmingLocation = SwimmingLocation(rawValue: 3) }),
        ]
        for (field, change) in changes {
            let rule = SampleRule(field, .valueOutOfRange, "workout.details[0].activities[0].\(field)") {
                $0.workout.details[0].activities = [activity]
            } refuse: {
                $0.workout.details[0].activities = [activity]
                change(&$0.workout.details[0].activities[0])
            }
            expect(rule, on: Fixtures.workouts)
        }
    }

    @Test func theServerComputesWhatFollowsFromPoints() {
        var series = Fixtures.quantities
        series.quantity.points = SeriesPoints(
            lengths: [1, 1],
            starts: [Fixtures.start, Fixtures.end],
            values: [1, 2]
        )
        let changes: [(String, @Sendable (inout QuantityColumns) -> Void)] = [
            ("minimums", { $0.minimums = [1, 2] }),
            ("maximums", { $0.maximums = [1, 2] }),
            ("most_recents", { $0.mostRecents = [1, 2] }),
            ("most_recent_starts", { $0.mostRecentStarts = [Fixtures.start, Fixtures.start] }),
            ("most_recent_ends", { $0.mostRecentEnds = [Fixtures.end, Fixtures.end] }),
        ]
        for (field, change) in changes {
            let rule = SampleRule(field, .invalidArgument, "quantity.\(field)") {
                $0.quantity.points = nil
                change(&$0.quantity)
            } refuse: {
                change(&$0.quantity)
            }
            expect(rule, on: series)
        }
    }

    @Test func routesAndHeartbeatsComeWhole() {
        let rules = [
            (Fixtures.routes, SampleRule("counts", .invalidArgument, "route.counts") { $0.route.counts = [2, 1] }),
            (
                Fixtures.routes,
                SampleRule("no lengths", .malformedColumn, "route.lengths") { $0.route = RouteColumns(counts: [2, 1]) }
            ),
            (
                Fixtures.routes,
                SampleRule("nothing", .valueOutOfRange, "route.lengths[1]") {
                    $0.route.lengths = [1, 2]
                    $0.route.timestamps[1] = Fixtures.start
                } refuse: {
                    $0.route.lengths = [3, 0]
                    $0.route.timestamps[2] = Fixtures.end
                }
            ),
            (
                Fixtures.heartbeats,
                SampleRule("counts", .invalidArgument, "heartbeat.counts") { $0.heartbeat.counts = [2, 1] }
            ),
            (
                Fixtures.heartbeats,
                SampleRule("nothing", .valueOutOfRange, "heartbeat.lengths[0]") {
                    $0.heartbeat = HeartbeatColumns(lengths: [1, 2], offsets: [0, 0, 0])
                } refuse: {
                    $0.heartbeat = HeartbeatColumns(lengths: [0, 3], offsets: [0, 0, 0])
                }
            ),
        ]
        for (samples, rule) in rules {
            expect(rule, on: samples)
        }
    }

    private static func event(_ type: UInt32) -> WorkoutEvent {
        WorkoutEvent(type: WorkoutEventType(rawValue: type), start: Fixtures.start, end: Fixtures.start)
    }

    // MARK: - Types

    @Test func menopausalStatesAreMoments() {
        var samples = Fixtures.categories
        samples.type = .menopausalState
        samples.ends = []
        let rule = SampleRule("moment", .valueOutOfRange, "ends[1]") {
            $0.ends = $0.starts
        } refuse: {
            $0.ends = [$0.starts[0], Fixtures.end]
        }
        expect(rule, on: samples)
    }

    @Test(arguments: [
        (ObjectType.menstrualFlow, "HKMenstrualCycleStart"), (ObjectType.insulinDelivery, "HKInsulinDeliveryReason"),
    ])
    func someTypesNeedAKeyInEachMetadata(_ type: ObjectType, _ key: String) throws {
        var samples = type.kind == .quantity ? Fixtures.quantities : Fixtures.categories
        samples.type = type
        if type.kind == .category { samples.category.values = [1, 1] }
        let with = try Metadata([Metadata.Entry(key: key, value: .integer(1))])
        let rules = [
            SampleRule("none", .invalidArgument, "metadata") {
                $0.metadata = DictionaryColumn(entries: [with])
            } refuse: {
                $0.metadata = DictionaryColumn()
            },
            SampleRule("one of two", .invalidArgument, "metadata") {
                $0.metadata = DictionaryColumn(entries: [with, with], indexes: [0, 1])
            } refuse: {
                $0.metadata = DictionaryColumn(entries: [with, .none], indexes: [0, 1])
            },
        ]
        for rule in rules {
            expect(rule, on: samples)
        }
    }

    // MARK: - Sync keys

    @Test func theSyncKeysComeTogether() throws {
        let (identifier, version) = ("HKMetadataKeySyncIdentifier", "HKMetadataKeySyncVersion")
        let accepted: [[String: MetadataValue]] = [
            [identifier: .string("a"), version: .integer(.min)],
            [identifier: .string("a"), version: .double(1.5)],
        ]
        let refused: [[String: MetadataValue]] = [
            [identifier: .string("a")],
            [version: .integer(1)],
            [identifier: .string(""), version: .integer(1)],
            [identifier: .integer(1), version: .integer(1)],
            [identifier: .string("a"), version: .string("1")],
            [identifier: .string("a"), version: .boolean(true)],
            [identifier: .string("a"), version: .date(Fixtures.start)],
            [identifier: .string("a"), version: .quantity(Quantity(value: 1, unit: .count))],
        ]
        let metadata = { (keys: [String: MetadataValue]) throws in
            try Metadata(keys.map { Metadata.Entry(key: $0.key, value: $0.value) })
        }
        for good in accepted {
            for bad in refused {
                let (good, bad) = (try metadata(good), try metadata(bad))
                let rule = SampleRule("sync", .invalidArgument, "metadata[1].entries") {
                    $0.metadata = DictionaryColumn(entries: [.none, good], indexes: [0, 1])
                } refuse: {
                    $0.metadata = DictionaryColumn(entries: [.none, bad], indexes: [0, 1])
                }
                expect(rule, on: Fixtures.quantities)
            }
        }
    }
}
