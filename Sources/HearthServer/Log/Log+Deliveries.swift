import HearthModel

/// Lines about deliveries.
extension Log {
    func note(_ event: DeliveryEvent) {
        switch event {
        case .starts(let app, let types) where types.isEmpty:
            info("starts \(Log.name(of: app)), as the owner wants")
        case .starts(let app, let types):
            info("starts \(Log.name(of: app)) for changes to \(Log.names(of: types))")
        case .cannotStart(let app, let reason):
            warning("\(Log.name(of: app)) cannot be started: \(reason)")
        case .nobodyKnowsHow(let app):
            info("\(Log.name(of: app)) has changes to be told of, but no launch manifest says how to start it")
        case .tookTooLong(let app):
            warning("\(Log.name(of: app)) has run for as long as it may and is asked to end")
        case .failed(let app, let types, false):
            warning(
                "\(Log.name(of: app)) has not acknowledged changes to \(Log.names(of: types)); it will be told again"
            )
        case .failed(let app, let types, true):
            warning(
                "\(Log.name(of: app)) has not acknowledged changes to \(Log.names(of: types)), three times in a row:"
                    + " suspended; 'hearth background resume' takes it up again"
            )
        }
    }

    private static func names(of types: [ObjectType]) -> String {
        types.map(\.identifier).joined(separator: ", ")
    }

    /// An app's name as far as it is harmless: an app may call itself anything, lines included.
    private static func name(of app: AppID) -> String {
        let shown = app.description.unicodeScalars.prefix(64).map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || ".-_".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
        }
        return "app \(String(shown))"
    }
}
