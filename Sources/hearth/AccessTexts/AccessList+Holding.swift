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

    /// What is decided of what an app asked for: `saving heart rate denied, reading step count allowed`. Nil if nothing is.
    func outcome(of question: AccessRequest) -> String? {
        let grants = Dictionary(grants(of: question.app).map { ($0.type, $0) }) { $1 }
        let dates = DateText(zone: DateReader.current.zone)
        func parts(_ verb: String, _ types: [ObjectType], _ word: (Grant) -> String?) -> [String] {
            let words = types.compactMap { type in grants[type].flatMap(word).map { (type, $0) } }
            // What is allowed comes first.
            return Set(words.map(\.1)).sorted().map { word in
                "\(verb) \(words.filter { $0.1 == word }.map(\.0.plainWords).joined(separator: ", ")) \(word)"
            }
        }
        let saving = parts("saving", question.share) { $0.share?.word }
        let reading = parts("reading", question.read) { grant in
            let limit = grant.since.map { " since \(dates.local($0.wholeSecond))" } ?? ""
            return grant.read?.word.map { $0 + limit }
        }
        let all = saving + reading
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// Whether what is decided of an app is what grants say.
    func holds(_ grants: [Grant], of app: AppID) -> Bool {
        let decided = Dictionary(self.grants(of: app).map { ($0.type, $0) }) { $1 }
        return grants.allSatisfy { grant in
            let isShared = grant.share == nil || grant.share == decided[grant.type]?.share
            let isRead = grant.read == decided[grant.type]?.read && grant.since == decided[grant.type]?.since
            return isShared && (grant.read == nil || isRead)
        }
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
