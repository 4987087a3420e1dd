/// The messages that are read, with their numbers in files.
enum FITMessageType: UInt16 {
    case fileID = 0
    case sport = 12
    case session = 18
    case lap = 19
    case record = 20
    case event = 21
    case heartRateVariability = 78
    case length = 101
    case heartRate = 132
    case fieldDescription = 206

    /// The name in FIT's profile, for notices.
    var name: String {
        switch self {
        case .fileID: "file_id"
        case .sport: "sport"
        case .session: "session"
        case .lap: "lap"
        case .record: "record"
        case .event: "event"
        case .heartRateVariability: "hrv"
        case .length: "length"
        case .heartRate: "hr"
        case .fieldDescription: "field_description"
        }
    }
}
