/// The namespaces of the formats. Prefixes are arbitrary: files call the same namespace `gpxtpx` or `ns3`, or use none.
enum XMLNamespace: CaseIterable {
    case none
    case gpx
    case garminTrackPoint
    case garminPower
    case cluetrust
    case trainingCenter
    case garminActivity
    case hearth
    case other

    init(_ bytes: Span<UInt8>) {
        guard !bytes.isEmpty else {
            self = .none
            return
        }
        for (known, namespace) in Self.known where known.count == bytes.count {
            if bytes.indices.allSatisfy({ bytes[$0] == known[$0] }) {
                self = namespace
                return
            }
        }
        self = .other
    }

    /// The namespace in which Hearth says where a workout is stored.
    static let hearthName = "urn:hearth:workout"

    private static let known: [([UInt8], XMLNamespace)] = [
        ("http://www.topografix.com/GPX/1/1", .gpx),
        ("http://www.topografix.com/GPX/1/0", .gpx),
        ("http://www.garmin.com/xmlschemas/TrackPointExtension/v1", .garminTrackPoint),
        ("http://www.garmin.com/xmlschemas/TrackPointExtension/v2", .garminTrackPoint),
        ("http://www.garmin.com/xmlschemas/PowerExtension/v1", .garminPower),
        ("http://www.cluetrust.com/XML/GPXDATA/1/0", .cluetrust),
        ("http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2", .trainingCenter),
        ("http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v1", .trainingCenter),
        ("http://www.garmin.com/xmlschemas/ActivityExtension/v2", .garminActivity),
        ("http://www.garmin.com/xmlschemas/ActivityExtension/v1", .garminActivity),
        (hearthName, .hearth),
    ].map { (Array($0.utf8), $1) }
}
