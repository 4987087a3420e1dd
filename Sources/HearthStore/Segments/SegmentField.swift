/// The columns of a segment, by the numbers that they have on the disk.
enum SegmentField: UInt8 {
    case ids = 1
    case starts = 2
    /// Ends, as distances from the starts.
    case durations = 3
    case sequences = 4
    case provenances = 5
    case syncKeys = 6
    case metadataIndexes = 7
    /// Metadata, details of workouts and records, as messages of the protocol.
    case attachments = 8
    /// Commits, as distances from the sequence numbers; of deletions that have these in the block, the commits themselves.
    case commits = 9

    case values = 10
    case counts = 11
    case minimums = 12
    case maximums = 13
    case mostRecents = 14
    case mostRecentStarts = 15
    case mostRecentEnds = 16
    case pointLengths = 17
    case pointStarts = 18
    case pointEnds = 19
    case pointValues = 20

    case categoryValues = 30

    case memberLengths = 40
    case members = 41

    case activityTypes = 50
    case workoutDurations = 51

    case routeLengths = 60
    case timestamps = 61
    case latitudes = 62
    case longitudes = 63
    case altitudes = 64
    case horizontalAccuracies = 65
    case verticalAccuracies = 66
    case speeds = 67
    case courses = 68
    case speedAccuracies = 69
    case courseAccuracies = 70

    case beatLengths = 80
    case beatOffsets = 81
    case beatGaps = 82

    case recordLengths = 90
    case voltages = 91
    case contents = 92

    /// Of deletions: when the samples ended.
    case deletedEnds = 100
}
