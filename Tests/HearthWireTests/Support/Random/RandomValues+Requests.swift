import HearthModel
import HearthWire

extension RandomValues {
    /// One frame of each request.
    mutating func clientFrames() throws -> [ClientFrame] {
        let requests: [Request] = [
            .hello(hello()),
            .save(Save(columns: try array(count(0...2)) { try $0.samples(.saving) }, more: flag())),
            .deleteObjects(DeleteObjects(.objects(array(count(1...3)) { $0.id() }))),
            .deleteObjects(DeleteObjects(.matching(clause()))),
            .addToWorkout(try addToWorkout()),
            .querySamples(querySamples()),
            .queryChanges(queryChanges()),
            .observe(Observe(clauses: clauses(), acknowledges: flag())),
            .listSources(ListSources(clauses: clauses(), after: maybe { $0.text() })),
            .characteristics(Characteristics(set: maybe { $0.newCharacteristics() })),
            .ping(Ping(payload: bytes(atMost: Limits.pingBytes))),
            .cancel,
            .credit(Credit(bytes: pick([1, 4096, Limits.creditBytes]))),
            .status,
            .backgroundDelivery(backgroundDelivery()),
            .acknowledge(acknowledgement()),
            .backgroundControl(backgroundControl()),
            .queryStatistics(queryStatistics()),
            .sourceRanks(sourceRanks()),
            .accessControl(accessControl()),
            .authorization(authorization()),
        ]
        return requests.map { ClientFrame(call: max(1, unsigned()), $0) }
    }

    private mutating func hello() -> Hello {
        Hello(
            major: unsigned32(),
            minor: unsigned32(),
            app: App(bundleIdentifier: name(), name: text(), version: text()),
            host: maybe {
                Host(
                    productType: $0.text(),
                    operatingSystemVersion: $0.maybe { $0.operatingSystemVersion() }
                )
            },
            client: text()
        )
    }

    private mutating func addToWorkout() throws -> AddToWorkout {
        AddToWorkout(
            workout: id(),
            columns: try array(count(0...2)) { try $0.samples(.saving) },
            stored: array(count(0...3)) { $0.id() }
        )
    }

    private mutating func querySamples() -> QuerySamples {
        let sortable = Field.allCases.filter(\.isSortable)
        return QuerySamples(
            clauses: clauses(atLeast: 1),
            order: array(pick([0, 1, Limits.sortKeys])) { SortKey(field: $0.pick(sortable), descending: $0.flag()) },
            limit: unsigned(),
            includeSeries: flag()
        )
    }

    private mutating func queryChanges() -> QueryChanges {
        let follow = flag()
        return QueryChanges(
            clauses: clauses(),
            anchor: anchor(),
            limit: follow ? 0 : unsigned(),
            follow: follow,
            includeSeries: flag(),
            cursor: text()
        )
    }

    private mutating func newCharacteristics() -> CharacteristicValues {
        CharacteristicValues(
            dateOfBirth: maybe {
                let days = [
                    CalendarDate.cleared, CalendarDate(year: 1800, month: 1, day: 1),
                    CalendarDate(year: 2000, month: 2, day: 29), CalendarDate(year: 2149, month: 12, day: 31),
                ]
                return $0.pick(days)
            },
            biologicalSex: maybe { UInt32($0.count(0...3)) },
            bloodType: maybe { UInt32($0.count(0...8)) },
            fitzpatrickSkinType: maybe { UInt32($0.count(0...6)) },
            wheelchairUse: maybe { UInt32($0.count(0...2)) },
            activityMoveMode: maybe { UInt32($0.count(0...2)) }
        )
    }
}
