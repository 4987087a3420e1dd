/// Every limit of the protocol, in one place. `Protocol/PROTOCOL.md`, chapter 10, lists them; a test compares.
///
/// An instance is what a server announces in its Welcome.
package struct Limits: Hashable, Sendable {
    /// Longest frame, without its length prefix, in either direction.
    package var frameBytes: UInt32
    /// Calls open at once on a connection.
    package var openCalls: UInt32
    /// Bytes of saves under way at once, over all connections of a client.
    package var stagedBytes: UInt32
    /// Samples in a batch that the server sends.
    package var batchSamples: UInt32
    /// Bytes of a batch that the server sends, unless one sample is larger.
    package var batchBytes: UInt32
    /// Bytes that a stream may send before the first Credit.
    package var initialCreditBytes: UInt32
    /// Entries in one Metadata.
    package var metadataEntries: UInt32
    /// Bytes of the keys, texts and units of one Metadata.
    package var metadataBytes: UInt32
    /// Terms of one Predicate.
    package var predicateTerms: UInt32
    /// Bytes of a string.
    package var stringBytes: UInt32
    /// Clauses of one request.
    package var clauses: UInt32
    /// Points, locations, beats or members of one sample.
    package var seriesPoints: UInt32
    /// Time from the connection to Hello.
    package var handshakeMilliseconds: UInt32

    package init(
        frameBytes: UInt32,
        openCalls: UInt32,
        stagedBytes: UInt32,
        batchSamples: UInt32,
        batchBytes: UInt32,
        initialCreditBytes: UInt32,
        metadataEntries: UInt32,
        metadataBytes: UInt32,
        predicateTerms: UInt32,
        stringBytes: UInt32,
        clauses: UInt32,
        seriesPoints: UInt32,
        handshakeMilliseconds: UInt32
    ) {
        self.frameBytes = frameBytes
        self.openCalls = openCalls
        self.stagedBytes = stagedBytes
        self.batchSamples = batchSamples
        self.batchBytes = batchBytes
        self.initialCreditBytes = initialCreditBytes
        self.metadataEntries = metadataEntries
        self.metadataBytes = metadataBytes
        self.predicateTerms = predicateTerms
        self.stringBytes = stringBytes
        self.clauses = clauses
        self.seriesPoints = seriesPoints
        self.handshakeMilliseconds = handshakeMilliseconds
    }

    /// The limits of this version of Hearth.
    package static let standard = Limits(
        frameBytes: 16 << 20,
        openCalls: 1_024,
        stagedBytes: 64 << 20,
        batchSamples: 4_096,
        batchBytes: 256 << 10,
        initialCreditBytes: 1 << 20,
        metadataEntries: 64,
        metadataBytes: 64 << 10,
        predicateTerms: 1_024,
        stringBytes: 4_096,
        clauses: 256,
        seriesPoints: 131_072,
        handshakeMilliseconds: 5_000
    )
}

/// The limits that are part of the protocol's version and so are not announced.
extension Limits {
    /// Bytes of one sample in a reply, with all that replies carry with it. The rest of a frame is for what the samples of
    /// a reply share: types, units, and the headers of columns.
    package static let sampleBytes = Int(standard.frameBytes - standard.batchBytes)
    /// Keys of one order.
    package static let sortKeys = 8
    /// Bytes of an anchor.
    package static let anchorBytes = 64
    /// Bytes of a Ping's payload.
    package static let pingBytes = 64
    /// Bytes of credit that a stream can have.
    package static let creditBytes: UInt64 = 1 << 30
    /// SampleColumns in one frame.
    package static let columnsPerFrame = 4_096
    /// Bytes of a unit's text.
    package static let unitBytes = 128
    /// Time between the bookmarks of a following stream that has nothing to send.
    package static let bookmarkSeconds = 30
    /// Connections that a StatusReport lists; it counts the others.
    package static let statusConnections = 1_024
    /// Apps that are registered for background delivery, or have a named cursor, at once.
    package static let backgroundApps = 1_024
    /// Words of the command that starts an app.
    package static let launchArguments = 64
    /// Named cursors of an app.
    package static let cursors = 64
    /// Bytes of saves and of frames that are not complete, over all clients.
    package static let stagedBytesTotal = 512 << 20
    /// The part of these that is kept for small saves.
    package static let stagedBytesReserve = 64 << 20
    /// The time without a byte after which an unfinished save or frame is dropped.
    package static let unfinishedSeconds = 60
    /// The same when others need its room; without a piece of 64 KiB.
    package static let contestedMilliseconds = 1_000
    /// Bytes that the open calls of a connection hold.
    package static let heldBytes = 96 << 20
    /// Bytes that the open calls of a client hold, over all of its connections.
    package static let heldBytesOfProcess = 192 << 20
    /// Bytes that the open calls of all clients hold.
    package static let heldBytesTotal = 512 << 20
    /// The part of these that is kept for small calls.
    package static let heldBytesReserve = 64 << 20
    /// Bytes of the texts of a BackgroundLaunch.
    package static let launchBytes = 16 << 10
    /// Bytes of the launches of all apps.
    package static let launchBytesTotal = 4 << 20
    /// Bytes of a launch that a status shows.
    package static let launchTextBytes = 4_096
    /// Bytes of a manifest that says how an app is started.
    package static let manifestBytes = 64 << 10
    /// Apps that a client registers, or gives cursors, which had none.
    package static let backgroundAppsOfProcess = 64
    /// Connections of a process, on a server that does not accept many.
    package static let connectionsOfProcess = 64
    /// Connections through an app's own socket, on a server that does not accept many.
    package static let connectionsOfAppSocket = 128
    /// Edges of the buckets of statistics.
    package static let statisticsEdges = 65_537
    /// Sources that the owner puts in order, of a type.
    package static let rankedSources = 256
    /// Apps that have sockets of their own.
    package static let appSockets = 256
    /// Apps with decisions of the owner.
    package static let grantedApps = 1_024
    /// Apps whose requests are recorded without the owner. Names can be invented, so most of the room is the owner's.
    package static let recordedApps = 128
    /// UUIDs of samples that an app may not see, for which its saves are refused, until all of its saves are ...
    package static let hiddenConflicts = 4
    /// ... and the time in which they count.
    package static let hiddenConflictSeconds: Int64 = 86_400
    /// Bytes of the identifier of an app that asks.
    package static let askingAppBytes = 255
    /// Members of stored correlations that change with a save, as it replaces some of them ...
    package static let changedMembers = 262_144
    /// ... and those that are added for each of its samples.
    package static let changedMembersOfSample = 64
    /// The size of the provenances of one source: their texts, and 512 bytes for each.
    package static let provenanceBytesOfSource = 16 << 20
    /// The size of those of all sources.
    package static let provenanceBytesTotal = 64 << 20
    /// The part of these that is kept for sources with few provenances ...
    package static let provenanceBytesReserve = 16 << 20
    /// ... whose provenances have at most this size.
    package static let provenanceBytesOfSmallSource = 64 << 10
    /// Apps that have asked for something that the owner has not decided.
    package static let askingApps = 64
    /// Of these the ones that asked through one process ...
    package static let askingAppsOfProcess = 8
    /// ... and the part of them that is kept for apps with sockets.
    package static let askingAppsReserve = 16
    /// Calls of an app that wait for the owner's answer.
    package static let waitingRequests = 16
    /// The time after which a call that waits for the owner's answer is answered without one.
    package static let authorizationSeconds = 120
    /// Days whose counts of what apps have read and saved are kept.
    package static let countedDays: Int32 = 90
    /// Apps without sockets that are counted apart on a day.
    package static let countedApps = 128
    /// Pairs of an app and a type that are counted apart on a day.
    package static let countedPairs = 1_024
    /// The part of these that is kept for apps with sockets.
    package static let countedPairsReserve = 256
    /// Bytes of the identifier of an app that is counted apart.
    package static let countedAppBytes = 255
    /// Bytes of what apps have read and saved on a day, in a reply, when each counts other types than on other days.
    private static let countedBytesOfDay = countedPairs * 128 + countedApps * (countedAppBytes + 32)

    /// Bytes of the attributes of a record.
    package static let recordBytes = 64 << 10
    /// Values of one attribute.
    package static let attributeValues = 4_096
    /// Values that one term compares an attribute with.
    package static let attributeOperands = 256
    /// Bytes of a document.
    package static let contentBytes = 8 << 20

    /// The memory that the decoder may take for a frame of this length, all allocations added up.
    ///
    /// A small frame may be all structure, which costs up to 32 bytes for one of its own. Of a large one most is columns,
    /// which cost their size, or metadata with keys of some length, which costs four times its size; an element of two
    /// bytes that becomes a hundred is an attack.
    package static func unpackBytes(frameBytes: Int) -> Int {
        let structured = min(frameBytes, 1 << 20)
        return 64 << 10 + 32 * structured + 8 * (frameBytes - structured)
    }

    /// Whether the limits fit together: each can be reached without breaking another.
    package var areConsistent: Bool {
        let columnsOfLocation = 10
        return batchBytes <= frameBytes
            && initialCreditBytes >= batchBytes
            && UInt64(initialCreditBytes) <= Limits.creditBytes
            && stagedBytes >= frameBytes
            && Int(seriesPoints) * columnsOfLocation * 8 < Int(frameBytes)
            && Int(metadataBytes) < Int(batchBytes)
            && Limits.unitBytes <= Int(stringBytes)
            && Limits.anchorBytes <= Int(stringBytes)
            && Limits.backgroundApps * (Int(stringBytes) + 32) < Int(frameBytes) / 2
            && Int(stagedBytes) < Limits.stagedBytesTotal - Limits.stagedBytesReserve
            && Limits.stagedBytesReserve >= Int(frameBytes)
            && Limits.heldBytes <= Limits.heldBytesOfProcess
            && Limits.heldBytesOfProcess <= Limits.heldBytesTotal - Limits.heldBytesReserve
            && Int(seriesPoints) <= Limits.changedMembers
            && Limits.provenanceBytesOfSource <= Limits.provenanceBytesTotal - Limits.provenanceBytesReserve
            && Limits.provenanceBytesOfSmallSource <= Limits.provenanceBytesOfSource
            && Limits.launchBytes <= Limits.launchBytesTotal && Limits.launchBytes <= Limits.manifestBytes
            && Limits.launchTextBytes <= Int(stringBytes)
            && 2 * Limits.contentBytes <= Int(frameBytes)
            && 8 * Limits.attributeValues < Limits.recordBytes && Limits.recordBytes < Int(batchBytes)
            && Limits.backgroundAppsOfProcess < Limits.backgroundApps
            && Limits.countedPairsReserve < Limits.countedPairs
            && Int(Limits.countedDays) * Limits.countedBytesOfDay < Int(frameBytes)
            && Limits.unpackBytes(frameBytes: Int(frameBytes)) < 160 << 20
    }
}
