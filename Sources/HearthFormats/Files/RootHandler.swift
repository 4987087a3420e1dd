/// Chooses the format by the root element, and forwards everything.
final class RootHandler: XMLHandler {
    private(set) var format: WorkoutFileFormat?
    private(set) var content: (any WorkoutXMLHandler)?

    func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(WorkoutFileError) -> XMLInterest {
        if let content {
            return try content.start(name, attributes, at: position)
        }
        let chosen: any WorkoutXMLHandler
        switch name.local {
        case Self.gpx where [.gpx, .none].contains(name.namespace):
            format = .gpx
            chosen = GPXHandler()
        case Self.tcx where [.trainingCenter, .none].contains(name.namespace):
            format = .tcx
            chosen = TCXHandler()
        default:
            throw WorkoutFileError(.unknownFormat, at: position.offset)
        }
        content = chosen
        return try chosen.start(name, attributes, at: position)
    }

    func end(text: Span<UInt8>, at position: XMLPosition) throws(WorkoutFileError) {
        try content?.end(text: text, at: position)
    }

    func finish() throws(WorkoutFileError) {
        try content?.finish()
    }

    private static let gpx = XMLLocalName("gpx")
    private static let tcx = XMLLocalName(TCXElement.root.rawValue)
}
