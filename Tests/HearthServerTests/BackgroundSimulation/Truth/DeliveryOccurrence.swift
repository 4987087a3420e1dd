/// What is to happen in some of the runs at least, else the simulation shows less than it says.
enum DeliveryOccurrence: String, CaseIterable {
    case save, deletion, registration, registrationAgain, disabling, otherLaunch
    case start, startOfManifest, cannotStart, retry, suspension, startForSeveralTypes, allProcessesBusy
    case startBesideLongRunning
    case endsBeforeConnecting, endsAfterConnecting, endsBeforeAcknowledging, endsAfterAcknowledging
    case handlesAndEnds, handlesAndStays, hangs, hangsBeforeConnecting, connectsAgainAndEnds
    case askedToEnd, killed, diesInTheMiddleOfProcessing, savesWithoutAcknowledging, oldAcknowledgement
    case acknowledgementAfterTheEnd, returnsToOwnAnchor, startedByUser, userLeaves, survivesServer
    case toldWhileConnected, told, toldSilently, meddling
    case crash, crashDroppingGroup, crashKeepingGroup, crashAfterCommit, stop
    case fullStorage, failedStorage, failedStorageThatWrote, noteRefused
    case clockSetBack, clockSetForward, hoursPass
    case resumedByOwner, resumedByEnabling, resumedByAcknowledging, runByOwner
}
