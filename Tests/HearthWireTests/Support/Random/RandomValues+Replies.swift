import HearthModel
import HearthWire

extension RandomValues {
    /// One frame of each reply.
    mutating func serverFrames() throws -> [ServerFrame] {
        let replies: [Reply] = [
            .welcome(welcome()),
            .error(errorReply()),
            .done(Done(reason: DoneReason(rawValue: pick([0, 1, 2, 3, 4, .max])))),
            .committed(committed()),
            .samples(try sampleBatch()),
            .changes(try changeBatch()),
            .notice(Notice(types: array(count(0...3)) { $0.pick(Self.storedTypes).identifier }, anchor: anchor())),
            .sourceList(SourceList(sources: array(count(0...3)) { $0.source() }, more: flag())),
            .characteristicValues(characteristicValues()),
            .pong(Pong(payload: bytes(atMost: Limits.pingBytes), anchor: anchor(), time: anyTime())),
            .statusReport(statusReport()),
            .backgroundRegistrations(registrationList()),
            .acknowledged(Acknowledged(anchor: anchor())),
            .backgroundApp(backgroundAppStatus()),
            .statistics(statisticsBatch()),
            .sourceRanks(sourceRankList()),
            .accessList(accessList()),
            .authorizationStatus(authorizationStatus()),
        ]
        return replies.map { ServerFrame(call: unsigned(), $0) }
    }

    private mutating func welcome() -> Welcome {
        Welcome(
            major: unsigned32(),
            minor: unsigned32(),
            serverVersion: text(),
            storeID: id(),
            limits: flag() ? .standard : limits(),
            identityKey: flag() ? IdentityKey(bytes: id().bytes) : nil
        )
    }

    private mutating func limits() -> Limits {
        Limits(
            frameBytes: unsigned32(),
            openCalls: unsigned32(),
            stagedBytes: unsigned32(),
            batchSamples: unsigned32(),
            batchBytes: unsigned32(),
            initialCreditBytes: unsigned32(),
            metadataEntries: unsigned32(),
            metadataBytes: unsigned32(),
            predicateTerms: unsigned32(),
            stringBytes: unsigned32(),
            clauses: unsigned32(),
            seriesPoints: unsigned32(),
            handshakeMilliseconds: unsigned32()
        )
    }

    private mutating func errorReply() -> ErrorReply {
        let code = chance(oneIn: 8) ? ErrorCode(rawValue: pick([16, 183, .max])) : pick(ErrorCode.all).code
        return ErrorReply(
            HearthError(code, text(), field: text()),
            versions: maybe {
                VersionRange(lowestMajor: $0.unsigned32(), highestMajor: $0.unsigned32(), highestMinor: $0.unsigned32())
            }
        )
    }

    private mutating func committed() -> Committed {
        Committed(anchor: anchor(), added: unsigned(), deleted: unsigned(), unchanged: unsigned())
    }

    private mutating func sampleBatch() throws -> SampleBatch {
        let columns = try differentTypes(0...3).map { try samples(of: $0, .reply) }
        let isInterleaved = columns.count > 1 || columns.count == 1 && flag()
        let taken = columns.enumerated().flatMap { Array(repeating: UInt32($0), count: $1.count) }
        return SampleBatch(
            columns: columns,
            members: try array(count(0...1)) { try $0.samples(of: $0.pick(Self.quantityTypes), .reply) },
            interleaving: isInterleaved ? taken.shuffled(using: &random) : []
        )
    }

    private mutating func changeBatch() throws -> ChangeBatch {
        ChangeBatch(
            added: try differentTypes(0...3).map { try samples(of: $0, .reply) },
            members: try array(count(0...1)) { try $0.samples(of: $0.pick(Self.quantityTypes), .reply) },
            deleted: try maybe { try $0.deletions() },
            anchor: anchor(),
            caughtUp: flag()
        )
    }

    private mutating func deletions() throws -> Deletions {
        let rows = count(0...4)
        return Deletions(
            ids: array(rows) { $0.id() },
            times: array(rows) { $0.anyTime() },
            types: dictionary(rows: rows, atLeast: min(rows, 1)) { $0.pick(Self.storedTypes).identifier },
            metadata: try dictionary(rows: rows) { try $0.metadata() }
        )
    }

    /// Numbers of a newer server are kept as they come.
    private mutating func characteristicValues() -> CharacteristicValues {
        CharacteristicValues(
            dateOfBirth: maybe {
                CalendarDate(year: $0.unsigned32(), month: $0.unsigned32(), day: $0.unsigned32())
            },
            biologicalSex: maybe { $0.unsigned32() },
            bloodType: maybe { $0.unsigned32() },
            fitzpatrickSkinType: maybe { $0.unsigned32() },
            wheelchairUse: maybe { $0.unsigned32() },
            activityMoveMode: maybe { $0.unsigned32() }
        )
    }
}
