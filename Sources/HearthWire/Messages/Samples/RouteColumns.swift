internal import CHearthProtocol
internal import HearthModel

extension RouteColumns: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__RouteColumns> { hearth__v1__route_columns__init }

    init(_ message: Hearth__V1__RouteColumns, _ reader: MessageReader) throws(HearthError) {
        self.init(
            lengths: try reader.column(message.lengths, "lengths"),
            counts: try reader.column(message.counts, "counts"),
            timestamps: try reader.column(message.timestamps, "timestamps"),
            latitudes: try reader.column(message.latitudes, "latitudes"),
            longitudes: try reader.column(message.longitudes, "longitudes"),
            altitudes: try reader.column(message.altitudes, "altitudes"),
            horizontalAccuracies: try reader.column(message.horizontal_accuracies, "horizontal_accuracies"),
            verticalAccuracies: try reader.column(message.vertical_accuracies, "vertical_accuracies"),
            speeds: try reader.column(message.speeds, "speeds"),
            courses: try reader.column(message.courses, "courses"),
            speedAccuracies: try reader.column(message.speed_accuracies, "speed_accuracies"),
            courseAccuracies: try reader.column(message.course_accuracies, "course_accuracies")
        )
    }

    func write(to message: inout Hearth__V1__RouteColumns, _ writer: MessageWriter) {
        message.lengths = writer.column(lengths)
        message.counts = writer.column(counts)
        message.timestamps = writer.column(timestamps)
        message.latitudes = writer.column(latitudes)
        message.longitudes = writer.column(longitudes)
        message.altitudes = writer.column(altitudes)
        message.horizontal_accuracies = writer.column(horizontalAccuracies)
        message.vertical_accuracies = writer.column(verticalAccuracies)
        message.speeds = writer.column(speeds)
        message.courses = writer.column(courses)
        message.speed_accuracies = writer.column(speedAccuracies)
        message.course_accuracies = writer.column(courseAccuracies)
    }
}
