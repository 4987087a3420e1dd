import HearthModel

/// FIT's sports and their kinds, with the numbers and names of its profile.
enum FITSport {
    /// The sport of a session; nil numbers are unknown.
    static func sport(_ number: Double?, _ kind: Double?) -> RecordedSport {
        let sport = number.flatMap { UInt8(exactly: $0) }
        let kind = kind.flatMap { UInt8(exactly: $0) }
        let sportEntry = sport.flatMap { sports[$0] }
        let kindEntry = kind.flatMap { kinds[$0] }
        let activity = kindEntry?.activity ?? sportEntry?.activity ?? .other
        let names = [
            sport.map { sportEntry?.name ?? "\($0)" },
            kind.flatMap { $0 == 0 ? nil : kindEntry?.name ?? "\($0)" },
        ]
        let text = names.compactMap(\.self).joined(separator: "/")
        return RecordedSport(
            activityType: UInt(activity.rawValue),
            text: text.isEmpty ? nil : text,
            isIndoor: kindEntry?.isIndoor
        )
    }

    private static let sports: [UInt8: (name: String, activity: WorkoutActivityType)] = [
        0: ("generic", .other),
        1: ("running", .running),
        2: ("cycling", .cycling),
        3: ("transition", .transition),
        4: ("fitness_equipment", .other),
        5: ("swimming", .swimming),
        6: ("basketball", .basketball),
        7: ("soccer", .soccer),
        8: ("tennis", .tennis),
        9: ("american_football", .americanFootball),
        10: ("training", .other),
        11: ("walking", .walking),
        12: ("cross_country_skiing", .crossCountrySkiing),
        13: ("alpine_skiing", .downhillSkiing),
        14: ("snowboarding", .snowboarding),
        15: ("rowing", .rowing),
        16: ("mountaineering", .hiking),
        17: ("hiking", .hiking),
        18: ("multisport", .swimBikeRun),
        19: ("paddling", .paddleSports),
        21: ("e_biking", .cycling),
        25: ("golf", .golf),
        27: ("horseback_riding", .equestrianSports),
        28: ("hunting", .hunting),
        29: ("fishing", .fishing),
        30: ("inline_skating", .skatingSports),
        31: ("rock_climbing", .climbing),
        32: ("sailing", .sailing),
        33: ("ice_skating", .skatingSports),
        35: ("snowshoeing", .snowSports),
        37: ("stand_up_paddleboarding", .paddleSports),
        38: ("surfing", .surfingSports),
        39: ("wakeboarding", .waterSports),
        40: ("water_skiing", .waterSports),
        41: ("kayaking", .paddleSports),
        42: ("rafting", .paddleSports),
        43: ("windsurfing", .surfingSports),
        44: ("kitesurfing", .surfingSports),
        47: ("boxing", .boxing),
        48: ("floor_climbing", .stairClimbing),
        49: ("baseball", .baseball),
        53: ("diving", .underwaterDiving),
        62: ("hiit", .highIntensityIntervalTraining),
        64: ("racket", .other),
        65: ("wheelchair_push_walk", .wheelchairWalkPace),
        66: ("wheelchair_push_run", .wheelchairRunPace),
        67: ("meditation", .mindAndBody),
        69: ("disc_golf", .discSports),
        71: ("cricket", .cricket),
        72: ("rugby", .rugby),
        73: ("hockey", .hockey),
        74: ("lacrosse", .lacrosse),
        75: ("volleyball", .volleyball),
        80: ("mixed_martial_arts", .martialArts),
        83: ("dance", .cardioDance),
        84: ("jump_rope", .jumpRope),
    ]

    private typealias Kind = (name: String, activity: WorkoutActivityType?, isIndoor: Bool?)

    private static let kinds: [UInt8: Kind] = [
        1: ("treadmill", nil, true),
        2: ("street", nil, nil),
        3: ("trail", nil, nil),
        4: ("track", nil, nil),
        5: ("spin", nil, true),
        6: ("indoor_cycling", nil, true),
        7: ("road", nil, nil),
        8: ("mountain", nil, nil),
        9: ("downhill", nil, nil),
        10: ("recumbent", nil, nil),
        11: ("cyclocross", nil, nil),
        12: ("hand_cycling", .handCycling, nil),
        13: ("track_cycling", nil, nil),
        14: ("indoor_rowing", .rowing, true),
        15: ("elliptical", .elliptical, nil),
        16: ("stair_climbing", .stairClimbing, nil),
        17: ("lap_swimming", nil, nil),
        18: ("open_water", nil, nil),
        19: ("flexibility_training", .flexibility, nil),
        20: ("strength_training", .traditionalStrengthTraining, nil),
        26: ("cardio_training", .mixedCardio, nil),
        27: ("indoor_walking", .walking, true),
        42: ("skate_skiing", nil, nil),
        43: ("yoga", .yoga, nil),
        44: ("pilates", .pilates, nil),
        45: ("indoor_running", .running, true),
        46: ("gravel_cycling", nil, nil),
        48: ("commuting", nil, nil),
        58: ("virtual_activity", nil, true),
        68: ("indoor_climbing", .climbing, true),
        69: ("bouldering", .climbing, nil),
        70: ("hiit", .highIntensityIntervalTraining, nil),
        84: ("pickleball", .pickleball, nil),
        86: ("indoor_wheelchair_walk", .wheelchairWalkPace, true),
        87: ("indoor_wheelchair_run", .wheelchairRunPace, true),
        88: ("indoor_hand_cycling", .handCycling, true),
        94: ("squash", .squash, nil),
        95: ("badminton", .badminton, nil),
        96: ("racquetball", .racquetball, nil),
        97: ("table_tennis", .tableTennis, nil),
    ]
}
