/// What is to happen in some of the runs at least, else the simulation shows less than it says.
enum Occurrence: String, CaseIterable {
    case saveOfOneFrame, saveOfSeveralFrames, saveAgain, saveFoundUnchanged, conflict, conflictWithDeleted
    case deletionByID, deletionOfMissing, deletionOfOthers, deletionByPredicate, additionToWorkout, additionRefused
    case replacement, newerVersionKept, deletionInWorkout, characteristicsSet, characteristicsRead, sources,
        sourcesOfPeriod
    case query, queryLimited, queryOrdered, queryInWorkout
    case changes, changesLimited, greatLimit, subscription, subscriptionFromOthersAnchor, observation, statistics, ping
    case cancelledStream, cancelledSave, status, registration, readingOfRegistrations
    case partialFrame, partialReading, notWanted, smallCredit, largeCredit, withoutCredit, stoppedReading
    case disconnection, disconnectionInFrame, acknowledgementLost, returnToSavedCopy
    case resumption, resumptionInState, writeInSeveralBatches, bookmark, handshakeTimeout
    case groupOfSeveral, joinedGroup, joinedFullStorage, orderToBusyWriter, delayedCommit, returnedToSearch
    case savePlannedAgain
    case maintenance, orderedMaintenance, forgotten
    case expired, corruptAnchor, otherStore, inFuture
    case crash, crashDroppingGroup, crashKeepingGroup, crashAfterCommit, stop, refusedWhileStopping
    case restoredAsOtherStore, restoredCopy, fullStorage, failedStorage, failedStorageThatWrote
    case othersGoOn, frameGivenUp, saveGivenUp, hoarded, hoardGivenUp, hoardedCallRefused
}

/// How often each thing happened of those that a simulation plans.
struct Occurrences<Planned: CaseIterable & Hashable & Sendable>: Sendable {
    private(set) var counts: [Planned: Int] = [:]

    mutating func note(_ occurrence: Planned) {
        counts[occurrence, default: 0] += 1
    }

    mutating func add(_ other: Occurrences) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    var missing: [Planned] { Planned.allCases.filter { counts[$0] == nil } }
}
