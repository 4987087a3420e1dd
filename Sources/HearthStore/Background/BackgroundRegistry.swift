package import HearthModel
internal import HearthWire

/// Which apps are registered for background delivery, of which types and how often. An app that is registered for none is
/// not in it.
package struct BackgroundRegistry: Hashable, Sendable {
    private struct App: Hashable {
        let name: String
        /// By the identifiers of the types, of which a newer version of Hearth may know more.
        var frequencies: [String: UpdateFrequency] = [:]
    }

    /// By the bytes of their bundle identifiers: two spellings of a character are two apps.
    private var apps: [[UInt8]: App] = [:]

    package init() {}

    init(_ stored: [StoredRegistration]) {
        for registration in stored {
            self[registration.app].frequencies[registration.type] = UpdateFrequency(rawValue: registration.frequency)
        }
    }

    private subscript(name: String) -> App {
        get { apps[Array(name.utf8)] ?? App(name: name) }
        set { apps[Array(name.utf8)] = newValue.frequencies.isEmpty ? nil : newValue }
    }

    // MARK: - Reading

    package var appCount: Int { apps.count }

    package var registrationCount: Int { apps.values.reduce(0) { $0 + $1.frequencies.count } }

    /// The apps by their bundle identifiers, each with how many types it is registered for.
    package var counts: [(app: String, registrations: Int)] {
        apps.values.map { ($0.name, $0.frequencies.count) }.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    }

    /// Those of an app, by the identifiers of their types.
    package func registrations(of app: String) -> [BackgroundRegistration] {
        self[app].frequencies.sorted { $0.key < $1.key }.compactMap { identifier, frequency in
            ObjectType(identifier: identifier).map { BackgroundRegistration(type: $0, frequency: frequency) }
        }
    }

    // MARK: - Changing

    mutating func carryOut(_ delivery: BackgroundDelivery, for app: String) {
        var frequencies = delivery.disableAll ? [:] : self[app].frequencies
        for type in delivery.disable {
            frequencies[type.identifier] = nil
        }
        for registration in delivery.enable {
            frequencies[registration.type.identifier] = registration.frequency
        }
        self[app].frequencies = frequencies
    }

    /// What is stored for an app here and not, or not so, in another registry.
    func stored(of app: String, besides other: BackgroundRegistry) -> [StoredRegistration] {
        let others = other[app].frequencies
        return self[app].frequencies.filter { others[$0.key] != $0.value }.sorted { $0.key < $1.key }
            .map { StoredRegistration(app: app, type: $0.key, frequency: $0.value.rawValue) }
    }
}
