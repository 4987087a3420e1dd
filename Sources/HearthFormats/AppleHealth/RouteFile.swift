import HearthModel

/// Reads the file of a route.
enum RouteFile {
    /// The route of a GPX file. Throws if it cannot be read.
    static func columns(_ file: any ByteSource) throws(FormatError) -> Result<RouteColumns, HealthOmission> {
        let root = RootHandler()
        var locations: [RecordedLocation] = []
        var bytes = try file.next()
        let parser = XMLEncoding.parser(of: bytes, root)
        while true {
            if bytes.isEmpty {
                try parser.finish()
            } else {
                try parser.push(bytes.span.bytes)
            }
            for workout in root.takeWorkouts() {
                locations += workout.locations
            }
            guard locations.count <= Limits.standard.seriesPoints else { return .failure(HealthOmission(.tooLarge)) }
            guard !bytes.isEmpty else { break }
            bytes = try file.next()
        }
        guard let columns = RouteColumns(locations) else { return .failure(HealthOmission(.empty)) }
        return .success(columns)
    }
}
