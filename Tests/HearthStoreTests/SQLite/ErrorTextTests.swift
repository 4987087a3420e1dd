import HearthModel
import HearthStore
import HearthWire
import Testing

/// Errors end up in logs: none holds anything of what is stored or was to be stored. Only a conflict names a UUID, which
/// the client sent.
@Suite struct ErrorTextTests {
    private static let marker = "Marker"
    private static let number = 918.273645
    private static let secret = exampleID(0x5EC2E7)
    private static let other = exampleID(0x5EC2E8)

    private let folder: TemporaryFolder
    private let store: ExampleStore

    init() throws {
        folder = try TemporaryFolder()
        store = try ExampleStore(SQLiteStorage(path: folder.path("store")))
        try store.save(Self.sample(Self.secret), Self.sample(Self.other, of: type("bodyMass")), as: Self.app)
    }

    private static let app = ExampleStore.origin("org.example.\(marker)")

    private static func sample(
        _ id: ObjectID,
        _ value: Double = number,
        of type: ObjectType = ExampleStore.heartRate
    ) -> SampleColumns {
        var columns = exampleRates([1], value: { _ in value }, of: type)
        columns.ids = [id]
        columns.metadata = exampleSync("\(marker)-\(type.shortName)", version: 918_273)
        columns.provenance = DictionaryColumn(entries: [Provenance(device: Device(name: marker))])
        return columns
    }

    @Test func whatIsRefused() throws {
        let (secret, app) = (Self.secret, Self.app)
        var twice = exampleRates([1, 1])
        twice.ids = [secret, secret]
        var foreign = Self.sample(exampleID(3))
        foreign.provenance.entries[0].source = Source(bundleIdentifier: "\(Self.marker).other", name: Self.marker)
        var member = exampleRates([4])
        member.type = .bloodPressure
        member.payload = .correlation(CorrelationColumns(lengths: [1], members: [secret]))
        var tooLarge = Self.sample(exampleID(5), of: type("bodyMass"))
        tooLarge.payload = .quantity(QuantityColumns(values: [9.18273645e307], unit: unit("Mg")))
        let refused: [(Write.Operation, Write.Origin, ErrorCode)] = [
            (.save([Self.sample(secret, 1)]), app, .identifierConflict),
            (.save([Self.sample(secret)]), ExampleStore.otherApp, .identifierConflict),
            (.save([twice]), app, .invalidArgument),
            (.save([foreign]), app, .invalidArgument),
            (.save([member]), app, .invalidArgument),
            (.save([tooLarge]), app, .valueOutOfRange),
            (.delete(.objects([secret])), ExampleStore.otherApp, .notOwner),
            (.delete(.objects([exampleID(0x5EC2E9)])), app, .objectNotFound),
            (.addToWorkout(AddToWorkout(workout: secret)), app, .workoutNotFound),
        ]
        for (operation, origin, code) in refused {
            let error = #expect(throws: HearthError.self) { try store.commit(operation, as: origin) }
            #expect(error?.code == code)
            check(error, namesUUID: code == .identifierConflict)
        }
        let workout = SampleColumns(
            type: .workout,
            ids: [exampleID(9)],
            starts: [at(0)],
            payload: .workout(WorkoutColumns(activityTypes: [WorkoutActivityType(rawValue: 37)]))
        )
        try store.save(workout)
        let error = #expect(throws: HearthError.self) {
            try store.commit(.addToWorkout(AddToWorkout(workout: exampleID(9), stored: [exampleID(0x5EC2E9)])))
        }
        #expect(error?.code == .objectNotFound)
        check(error)
    }

    @Test func whatIsAskedWrongly() throws {
        let mass = type("bodyMass")
        let requests = [
            QuerySamples(clauses: [Clause(type: mass, unit: unit("kg")), Clause(type: mass, unit: unit("lb"))]),
            QuerySamples(clauses: [Clause(type: mass)], order: [SortKey(field: .activityDuration)]),
        ]
        for request in requests {
            check(
                #expect(throws: HearthError.self) { try store.reader.query(request, in: store.writer.snapshot).next() }
            )
        }
        let anchors: [EncodedAnchor] = [
            Anchor(storeID: Self.secret, sequence: 1).unsealed,
            Anchor(storeID: store.writer.snapshot.storeID, sequence: 918_273).unsealed, [9, 1, 8, 2, 7, 3],
        ]
        for anchor in anchors {
            let error = #expect(throws: HearthError.self) { try store.changes(after: anchor) }
            check(error, isAboutNumbers: false)
        }
    }

    /// The disk's errors, with everything in the file that could be said.
    @Test(arguments: [
        "UPDATE segment SET block = zeroblob(40)", "UPDATE segment SET block = substr(block, 1, length(block) - 1)",
        "DELETE FROM segment", "DROP TABLE segment", "UPDATE provenance SET message = x'00'", "DROP TABLE provenance",
    ])
    func whatIsDamaged(_ damage: String) throws {
        try store.close()
        try DatabaseFile.run(damage, at: folder.path("store"))
        let error = #expect(throws: HearthError.self) {
            let damaged = try ExampleStore(SQLiteStorage(path: folder.path("store")))
            _ = try damaged.rows(ExampleStore.heartRate)
        }
        check(error)
    }

    @Test func whatIsRefusedWhileAnotherHasIt() {
        check(#expect(throws: HearthError.self) { try SQLiteStorage(path: folder.path("store")) })
    }

    private func check(
        _ error: HearthError?,
        isAboutNumbers: Bool = true,
        namesUUID: Bool = false,
        location: SourceLocation = #_sourceLocation
    ) {
        guard let text = error?.description.lowercased() else { return }
        var secrets = [Self.marker, "\(Self.other)"]
        if !namesUUID {
            secrets += ["5EC2E", "018D", "\(Self.secret)"]
        }
        if isAboutNumbers {
            secrets += ["918", "273", "\(Self.number)"]
        }
        for secret in secrets {
            #expect(!text.contains(secret.lowercased()), "\(text)", sourceLocation: location)
        }
    }
}
