import HearthModel
import HearthStore

/// Swift source for values of the model and the script, so that a script that failed can be read, and pasted into a test.
enum SwiftSource {
    /// What initialisers have no default for, although it is often empty.
    private static let alwaysWritten: Set = [
        "start", "end", "values", "ids", "terms", "clauses", "starts", "operand",
    ]

    static func text(of value: Any) -> String {
        switch value {
        case let value as String: String(reflecting: value)
        case let value as ObjectType: "type(\"\(value.shortName)\")"
        case let value as ObjectID: idText(value)
        case let value as Unit: "unit(\"\(value.text)\")"
        case let value as Timestamp: "at(\(value.nanoseconds))"
        case let value as Metadata: "metadata(\(text(of: value.entries)))"
        case let value as WorkoutActivityType: "WorkoutActivityType(rawValue: \(value.rawValue))"
        default: reflected(value)
        }
    }

    /// Identifiers of the alphabet by their place in it.
    private static func idText(_ id: ObjectID) -> String {
        Alphabet.ids.firstIndex(of: id).map { "id(\($0))" } ?? "ObjectID(\"\(id)\")!"
    }

    private static func reflected(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.map { text(of: $0.value) } ?? "nil"
        case .collection, .set:
            return "[\(mirror.children.map { text(of: $0.value) }.joined(separator: ", "))]"
        case .enum:
            guard let only = mirror.children.first else { return ".\(value)" }
            return ".\(only.label ?? "")(\(arguments(only.value)))"
        case .class where !(value is Write.Origin), .struct:
            let children = mirror.children.filter { isWorthWriting($0) }
            return "\(type(of: value))".replacing(/<.*/, with: "") + "(\(arguments(children)))"
        default:
            return "\(value)"
        }
    }

    /// The arguments of an enum's case.
    private static func arguments(_ payload: Any) -> String {
        let mirror = Mirror(reflecting: payload)
        return mirror.displayStyle == .tuple ? arguments(Array(mirror.children)) : text(of: payload)
    }

    private static func arguments(_ children: [Mirror.Child]) -> String {
        children.map { child in
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return label + text(of: child.value)
        }.joined(separator: ", ")
    }

    private static func isWorthWriting(_ child: Mirror.Child) -> Bool {
        if let label = child.label, alwaysWritten.contains(label) { return true }
        let text = text(of: child.value)
        return text != "nil" && text != "[]" && text != "DictionaryColumn()" && text != "metadata([])"
    }
}

// What the source uses.

func type(_ shortName: String) -> ObjectType {
    Alphabet.types.first { $0.shortName == shortName } ?? .workout
}

func id(_ index: Int) -> ObjectID { Alphabet.ids[index] }

func unit(_ text: String) -> Unit { (try? Unit(text)) ?? .null }

func at(_ nanoseconds: Int64) -> Timestamp { Timestamp(nanoseconds: nanoseconds) }

func metadata(_ entries: [Metadata.Entry]) -> Metadata { (try? Metadata(entries)) ?? .none }
