import HearthModel

extension AccessList {
    /// What is decided of an app.
    func grants(of app: AppID) -> [Grant] { decisions.first { $0.app == app }?.grants ?? [] }

    /// The names that the owner gave to apps.
    var givenNames: [AppID: AppName] {
        let named = apps.filter { !$0.name.isEmpty }
        return Dictionary(named.map { ($0.app, .given($0.name)) }) { first, _ in first }
    }

    /// What an app that asks is called; nil: it has no name.
    func name(of request: AccessRequest) -> AppName? {
        givenNames[request.app] ?? (request.name.isEmpty ? nil : .claimed(request.name))
    }

    /// An app that asks, for people.
    func shown(_ request: AccessRequest) -> ShownApp { ShownApp(request.app, name: name(of: request)) }

    func hasSocket(_ app: AppID) -> Bool { apps.contains { $0.app == app } }

    /// The group whose members are an app through its socket; "": none.
    func group(of app: AppID) -> String { apps.first { $0.app == app }?.group ?? "" }

    /// Whether an app without a socket has read or saved types, in days that were counted, that are not decided for it.
    func usesUndecided(_ counted: AppCounts) -> Bool {
        guard counted.app != .ownTool, !counted.app.description.isEmpty, !hasSocket(counted.app) else { return false }
        let grants = Dictionary(grants(of: counted.app).map { ($0.type, $0) }) { $1 }
        return counted.types.contains { type in
            let grant = grants[type.type]
            return grant?.read?.word == nil && type.days.contains { $0.count.read > 0 }
                || grant?.share?.word == nil && type.days.contains { $0.count.saved > 0 }
        }
    }

    /// Whether what is not decided is refused to an app.
    func hasToAsk(_ app: AppID) -> Bool { asks || hasSocket(app) }

    /// What was decided of what an app asked for: `saving heart rate denied, reading step count allowed`. Nil if nothing was.
    func outcome(of question: AccessRequest) -> String? {
        let grants = Dictionary(grants(of: question.app).map { ($0.type, $0) }) { $1 }
        func parts(_ verb: String, _ types: [ObjectType], _ permission: (Grant) -> Permission?) -> [String] {
            let words = types.compactMap { type in grants[type].flatMap(permission)?.word.map { (type, $0) } }
            return ["allowed", "denied"].compactMap { word in
                let named = words.filter { $0.1 == word }.map(\.0.plainWords)
                return named.isEmpty ? nil : "\(verb) \(named.joined(separator: ", ")) \(word)"
            }
        }
        let all = parts("saving", question.share, \.share) + parts("reading", question.read, \.read)
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// What holds of an app where nothing is decided.
    func undecided(_ app: AppID) -> String {
        if app == .ownTool, !hasSocket(app) { return "it is your own hearth, which may read and save everything" }
        let own = "it saves nothing and reads only its own samples"
        if hasSocket(app) { return "\(own), as an app with a socket has to ask" }
        return asks
            ? "\(own), as every app has to ask"
            : "it may read and save everything, as it need not ask"
    }
}

extension AppID {
    /// The app as which this program acts. What is decided about it does not limit the owner's tool.
    static let ownTool = AppID("org.hearth.cli")
    static let dashboard = AppID("org.hearth.dashboard")
}
