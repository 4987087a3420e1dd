import HearthModel

/// The calls that tell apps of changes, by app.
struct TellingCalls {
    private var calls: [String: [CallID: any TellingCall]] = [:]

    mutating func insert(_ call: any TellingCall, _ id: CallID, of app: String) {
        calls[app, default: [:]][id] = call
    }

    mutating func remove(_ id: CallID, of app: String) {
        calls[app]?[id] = nil
        if calls[app]?.isEmpty == true {
            calls[app] = nil
        }
    }

    func concerning(_ type: ObjectType, of app: String) -> [(id: CallID, call: any TellingCall)] {
        (calls[app] ?? [:]).filter { $0.value.concerns(type) }.map { ($0.key, $0.value) }
    }
}
