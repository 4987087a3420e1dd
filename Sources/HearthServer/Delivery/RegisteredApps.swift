import HearthModel

/// The apps that are registered for background delivery.
struct RegisteredApps {
    private var index = TypeIndex<AppID>()
    /// The types with which an app is in the index.
    private var typesByApp: [AppID: [ObjectType]] = [:]

    func contains(_ app: AppID) -> Bool { typesByApp[app] != nil }

    func apps(registeredFor types: [ObjectType]) -> Set<AppID> { index.followers(of: types) }

    /// Replaces the registrations of an app.
    mutating func set(_ types: [ObjectType], for app: AppID) {
        if let old = typesByApp[app] {
            index.remove(app, old)
        }
        typesByApp[app] = types.isEmpty ? nil : types
        if !types.isEmpty {
            index.insert(app, types)
        }
    }
}
