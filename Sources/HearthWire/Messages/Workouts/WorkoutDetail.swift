internal import CHearthProtocol
internal import HearthModel

extension WorkoutDetail: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__WorkoutDetail> { hearth__v1__workout_detail__init }

    init(_ message: Hearth__V1__WorkoutDetail, _ reader: MessageReader) throws(HearthError) {
        self.init(
            totalEnergyBurned: reader.value(message.total_energy_burned, if: message.total_energy_burned_presence_case),
            totalDistance: reader.value(message.total_distance, if: message.total_distance_presence_case),
            totalSwimmingStrokeCount: reader.value(
                message.total_swimming_stroke_count,
                if: message.total_swimming_stroke_count_presence_case
            ),
            totalFlightsClimbed: reader.value(
                message.total_flights_climbed,
                if: message.total_flights_climbed_presence_case
            ),
            events: try reader.messages(message.events, message.n_events, "events"),
            activities: try reader.messages(message.activities, message.n_activities, "activities"),
            statistics: try reader.knownMessages(message.statistics, message.n_statistics, "statistics")
                .compactMap { $0 }
        )
    }

    func write(to message: inout Hearth__V1__WorkoutDetail, _ writer: MessageWriter) {
        if let totalEnergyBurned {
            message.total_energy_burned_presence_case =
                HEARTH__V1__WORKOUT_DETAIL__TOTAL_ENERGY_BURNED_PRESENCE_TOTAL_ENERGY_BURNED
            message.total_energy_burned = totalEnergyBurned
        }
        if let totalDistance {
            message.total_distance_presence_case = HEARTH__V1__WORKOUT_DETAIL__TOTAL_DISTANCE_PRESENCE_TOTAL_DISTANCE
            message.total_distance = totalDistance
        }
        if let totalSwimmingStrokeCount {
            message.total_swimming_stroke_count_presence_case =
                HEARTH__V1__WORKOUT_DETAIL__TOTAL_SWIMMING_STROKE_COUNT_PRESENCE_TOTAL_SWIMMING_STROKE_COUNT
            message.total_swimming_stroke_count = totalSwimmingStrokeCount
        }
        if let totalFlightsClimbed {
            message.total_flights_climbed_presence_case =
                HEARTH__V1__WORKOUT_DETAIL__TOTAL_FLIGHTS_CLIMBED_PRESENCE_TOTAL_FLIGHTS_CLIMBED
            message.total_flights_climbed = totalFlightsClimbed
        }
        message.n_events = events.count
        message.events = writer.messages(events)
        message.n_activities = activities.count
        message.activities = writer.messages(activities)
        message.n_statistics = statistics.count
        message.statistics = writer.messages(statistics)
    }
}
