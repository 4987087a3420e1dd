public import Foundation

/// Writes workouts as GPX 1.1, a track each.
///
/// ```swift
/// let file = GPXWriter(creator: "My App").data(of: workouts)
/// try file.write(to: URL(filePath: "morning-run.gpx"))
/// ```
///
/// Speed, course and accuracies are written as Apple's export does, heart rate and cadence in Garmin's extension, power
/// as Strava does. GPX has points only where there is a location: a heart rate is written with the location of the same
/// moment, and one without is not. Steps that were counted from a cadence are written as that. Each pause ends a segment.
/// GPX has no laps, totals and other quantities.
/// A workout's ``RecordedWorkout/origin`` is written in an extension of Hearth, so that a store knows its own files.
public struct GPXWriter: Sendable {
    /// The program that made the file.
    public var creator: String

    /// A writer for a program.
    public init(creator: String = "Hearth") {
        self.creator = creator
    }

    /// The file.
    public func data(of workouts: [RecordedWorkout]) -> Data {
        var output = XMLOutput()
        output.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        output.line(
            "<gpx version=\"1.1\" creator=\"\(XMLOutput.escaped(creator))\" xmlns=\"http://www.topografix.com/GPX/1/1\""
                + " xmlns:gpxtpx=\"http://www.garmin.com/xmlschemas/TrackPointExtension/v1\""
                + " xmlns:hearth=\"\(XMLNamespace.hearthName)\">"
        )
        for workout in workouts {
            append(workout, to: &output)
        }
        output.line("</gpx>")
        return Data(output.bytes)
    }

    private func append(_ workout: RecordedWorkout, to output: inout XMLOutput) {
        output.line("<trk>")
        if let name = workout.name {
            output.element("name", XMLOutput.escaped(name))
            output.endLine()
        }
        if let type = workout.sport.text ?? SportNames.name(of: workout.sport.activityType) {
            output.element("type", XMLOutput.escaped(type))
            output.endLine()
        }
        if let origin = workout.origin {
            let source = origin.source.map { " source=\"\(XMLOutput.escaped($0))\"" } ?? ""
            output.line("<extensions><hearth:workout uuid=\"\(origin.id.uuidString)\"\(source)/></extensions>")
        }
        var quantities = GPXQuantities(workout)
        var pauses = workout.pauses[...]
        output.line("<trkseg>")
        for (row, location) in workout.locations.enumerated() {
            // A pause is between the last point before it and the first one after it.
            if let pause = pauses.first, location.time >= pause.end {
                pauses = pauses.drop { $0.end <= location.time }
                if row > 0 {
                    output.line("</trkseg>")
                    output.line("<trkseg>")
                }
            }
            append(location, quantities.values(at: location.time), to: &output)
        }
        output.line("</trkseg>")
        output.line("</trk>")
    }

    private func append(_ location: RecordedLocation, _ values: GPXQuantities.Values, to output: inout XMLOutput) {
        output.text("<trkpt lat=\"")
        output.number(location.latitude)
        output.text("\" lon=\"")
        output.number(location.longitude)
        output.text("\">")
        output.element("ele", location.altitude)
        output.element("time", XMLDate.text(location.time))
        let own = [location.speed, location.course, location.horizontalAccuracy, location.verticalAccuracy]
        let garmin = [values.heartRate, values.cadence]
        if (own + garmin + [values.power]).contains(where: { $0 != nil }) {
            output.text("<extensions>")
            for (name, value) in zip(["speed", "course", "hAcc", "vAcc"], own) {
                output.element(name, value)
            }
            output.element("power", values.power)
            if garmin.contains(where: { $0 != nil }) {
                output.text("<gpxtpx:TrackPointExtension>")
                // Garmin's schema allows whole numbers only.
                output.element("gpxtpx:hr", values.heartRate?.rounded())
                output.element("gpxtpx:cad", values.cadence?.rounded())
                output.text("</gpxtpx:TrackPointExtension>")
            }
            output.text("</extensions>")
        }
        output.line("</trkpt>")
    }
}
