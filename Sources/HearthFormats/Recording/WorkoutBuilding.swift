/// Builds workouts of the elements of a format.
protocol WorkoutBuilding {
    /// The elements that are read.
    associatedtype Element: RawRepresentable<String> & CaseIterable & Equatable & Sendable

    var workouts: [RecordedWorkout] { get set }
    var notices: NoticeList { get }

    init()

    /// Whether a namespace has an element.
    static func has(_ element: Element, in namespace: XMLNamespace) -> Bool

    /// `parent`: the element around it; nil: none, or one that is not known.
    mutating func start(
        _ element: Element,
        in parent: Element?,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest

    mutating func end(
        _ element: Element,
        in parent: Element?,
        _ text: Span<UInt8>,
        at position: XMLPosition
    ) throws(FormatError)
}

/// Finds the elements of a workout file by their names, and hands them on with those around them. A value, because objects
/// check each access to each of their properties.
struct WorkoutFrame<Content: WorkoutBuilding> {
    var content = Content()
    private let elements = XMLNameTable<Content.Element>()
    /// The open elements; nil for unknown ones.
    private var open: [Content.Element?] = []

    mutating func start(
        _ name: XMLName,
        _ attributes: XMLAttributes,
        at position: XMLPosition
    ) throws(FormatError) -> XMLInterest {
        let parent = open.last ?? nil
        guard let element = elements[name.local], Content.has(element, in: name.namespace) else {
            open.append(nil)
            return .unknown
        }
        open.append(element)
        return try content.start(element, in: parent, attributes, at: position)
    }

    /// The workouts that are complete and were not taken yet.
    mutating func takeWorkouts() -> [RecordedWorkout] {
        defer { content.workouts = [] }
        return content.workouts
    }

    mutating func end(_ text: Span<UInt8>, at position: XMLPosition) throws(FormatError) {
        guard let element = open.removeLast() else { return }
        try content.end(element, in: open.last ?? nil, text, at: position)
    }
}

extension Span<UInt8> {
    /// The text without the blanks around it; nil: there is none.
    var trimmedText: String? {
        let range = XMLNumber.trimmed(self)
        return range.isEmpty ? nil : String(decoding: range.map { self[$0] }, as: UTF8.self)
    }
}
