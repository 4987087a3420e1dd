/// GPX files as texts.
enum GPXText {
    static let namespaces = """
        xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1" \
        xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2" \
        xmlns:pwr="http://www.garmin.com/xmlschemas/PowerExtension/v1" \
        xmlns:gpxdata="http://www.cluetrust.com/XML/GPXDATA/1/0" \
        xmlns:x="http://example.org/x"
        """

    static func file(_ content: String) -> String {
        "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"Test\" \(namespaces)>\(content)</gpx>\n"
    }

    /// A track of a type with these segments.
    static func track(type: String? = nil, _ segments: String...) -> String {
        let type = type.map { "<type>\($0)</type>" } ?? ""
        return file("<trk><name>A &amp; B</name>\(type)\(segments.map { "<trkseg>\($0)</trkseg>" }.joined())</trk>")
    }

    /// A point at a second of 2026-05-01T06:00:00Z.
    static func point(_ second: Int, latitude: Double = 52.5, _ content: String = "") -> String {
        let time = "2026-05-01T06:\(two(second / 60)):\(two(second % 60))Z"
        return "<trkpt lat=\"\(latitude)\" lon=\"13.4\"><time>\(time)</time>\(content)</trkpt>"
    }

    /// What `point` begins to count at.
    static let start = 1_777_615_200.0

    private static func two(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
