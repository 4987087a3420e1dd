import HearthModel

/// Lines about deliveries.
extension Log {
    func note(_ event: DeliveryEvent) {
        switch event {
        case .starts(let app, let types) where types.isEmpty:
            info("starts \(Log.name(of: app)) on request")
        case .starts(let app, let types):
            info("starts \(Log.name(of: app)) for changes to \(Log.names(of: types))")
        case .cannotStart(let app, let reason):
            warning("\(Log.name(of: app)) cannot be started: \(reason)")
        case .missingLaunch(let app, true):
            info(
                "\(Log.name(of: app)) has changes to receive and a socket of its own, and no launch manifest says how to start"
                    + " it; what the app itself had set does not count"
            )
        case .missingLaunch(let app, false):
            info("\(Log.name(of: app)) has changes to receive, but no launch manifest says how to start it")
        case .wrongManifest(let app, let fault):
            warning("\(Log.name(of: app)) has changes to receive and cannot be started: \(fault)")
        case .tookTooLong(let app):
            warning("\(Log.name(of: app)) has used up its time in the background and is asked to end")
        case .failed(let app, let types, false):
            warning(
                "\(Log.name(of: app)) has not acknowledged changes to \(Log.names(of: types));"
                    + " the server will notify it again"
            )
        case .failed(let app, let types, true):
            warning(
                "\(Log.name(of: app)) has not acknowledged changes to \(Log.names(of: types)) three times, and is suspended;"
                    + " 'hearth background resume' resumes delivery"
            )
        }
    }

    func noteDroppedOutput(of app: AppID) {
        warning("\(Log.name(of: app)) has printed more than the log accepts from one process; the rest is dropped")
    }

    /// A line has its limit.
    private static let typesNamed = 10

    private static func names(of types: [ObjectType]) -> String {
        let named = types.prefix(typesNamed).map(\.identifier).joined(separator: ", ")
        return types.count > typesNamed ? "\(named) and \(types.count - typesNamed) more types" : named
    }

    /// An app's name as far as it is harmless: an app may call itself anything, lines included.
    static func name(of app: AppID) -> String {
        let shown = app.description.unicodeScalars.prefix(64).map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                || ".-_".unicodeScalars.contains(scalar) ? Character(scalar) : "?"
        }
        return "app \(String(shown))"
    }
}
