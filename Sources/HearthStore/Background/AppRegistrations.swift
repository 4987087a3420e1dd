internal import HearthModel
internal import HearthSystem

/// The registrations of an app for background delivery, in the order of the identifiers of their types.
///
/// Kept in order, because each check of an app reads all of them. A newer version of Hearth may have stored identifiers
/// that this one does not know.
struct AppRegistrations: Hashable {
    struct Entry: Hashable {
        let identifier: String
        /// The type with the identifier; nil: this version does not know it.
        let type: ObjectType?
        var registration: BackgroundRegistry.Registration
    }

    private(set) var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }

    subscript(identifier: String) -> BackgroundRegistry.Registration? {
        get {
            let index = index(of: identifier)
            return holds(identifier, at: index) ? entries[index].registration : nil
        }
        set {
            let index = index(of: identifier)
            switch (newValue, holds(identifier, at: index)) {
            case (let registration?, true): entries[index].registration = registration
            case (let registration?, false):
                let type = ObjectType(identifier: identifier)
                entries.insert(Entry(identifier: identifier, type: type, registration: registration), at: index)
            case (nil, true): entries.remove(at: index)
            case (nil, false): break
            }
        }
    }

    mutating func removeAll(except identifiers: Set<String>) {
        entries.removeAll { !identifiers.contains($0.identifier) }
    }

    /// The index of the first entry that does not precede an identifier.
    private func index(of identifier: String) -> Int {
        entries.indices.partition { entries[$0].identifier < identifier }
    }

    private func holds(_ identifier: String, at index: Int) -> Bool {
        index < entries.count && entries[index].identifier == identifier
    }
}
