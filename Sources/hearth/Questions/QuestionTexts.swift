import HearthModel

/// A notification on the desktop that apps ask. It names the app, says how to answer, and names no types: it is shown on
/// locked screens as well.
struct AskingApps {
    /// The apps, for people.
    let apps: [ShownApp]

    /// Nil if no app asks. `list`: it says what the owner calls the apps.
    init?(_ requests: [AccessRequest], in list: AccessList) {
        guard !requests.isEmpty else { return nil }
        apps = requests.map(list.shown)
    }

    var notification: DesktopNotification {
        let others = apps.count - 1
        let subject =
            others == 0 ? "\(apps[0]) wants" : "\(apps[0]) and \(others) more \(others == 1 ? "app" : "apps") want"
        return DesktopNotification(
            summary: "An app asks for your health data",
            text: "\(subject) to save or read data. 'hearth consent' in a terminal shows what, and takes your answer.",
            // Desktops press the first one when the notification itself is clicked.
            buttons: [.init(name: "default", label: "Show"), .init(name: "show", label: "Show")]
        )
    }
}

/// A notification with the question of one app, which buttons answer. It is shown to a person who wants to see it, and says
/// what the app asks for: a button allows nothing else.
struct AppQuestion {
    let request: AccessRequest
    let app: ShownApp
    /// Why the saves of the app are refused; nil: they are not.
    let refusal: SaveRefusalText?
    /// From when the app reads if its answer is the limited one.
    let limit: Timestamp

    /// The answers, by the names of their buttons.
    private static let allow = DesktopNotification.Button(name: "allow", label: "Allow")
    private static let limited = "recent"
    private static let deny = DesktopNotification.Button(name: "deny", label: "Deny")

    /// Types that fit into a notification. What is not shown cannot be allowed with a button.
    private static let typesMax = 12
    private static let usageMax = 200

    private var showsAll: Bool { request.share.count + request.read.count <= AppQuestion.typesMax }

    var notification: DesktopNotification {
        let wishes = [("save", request.share, request.shareUsage), ("read", request.read, request.readUsage)]
            .filter { !$0.1.isEmpty }
        let lines =
            (request.isVerified ? [] : [ShownApp.notVerified]) + [refusal?.sentence].compactMap { $0 }
            + wishes.map { verb, types, _ in
                let shown = showsAll ? types.map(\.plainWords).joined(separator: ", ") : "\(types.count) types"
                return "To \(verb): \(shown)."
            }
            + Set(wishes.map(\.2)).filter { !$0.isEmpty }.sorted().map { usage in
                "Because: “\(usage.unquoted(atMost: AppQuestion.usageMax))”"
            }
            + (showsAll ? [] : ["'hearth consent' in a terminal lists the types, and takes your answer."])
        let label = "Allow data from \(ConsentAnswer.day(of: limit)) on"
        let isLimitable = request.read.contains(where: \.hasTime)
        let limited = isLimitable ? [DesktopNotification.Button(name: AppQuestion.limited, label: label)] : []
        return DesktopNotification(
            summary: "May \(app) use your health data?",
            text: lines.joined(separator: "\n"),
            buttons: (showsAll ? [AppQuestion.allow] + limited : []) + [AppQuestion.deny]
        )
    }

    /// What a button answers; nil: the notification was closed without one.
    func answer(_ button: String?) -> ConsentAnswer {
        switch button {
        case AppQuestion.allow.name where showsAll: .allow(since: nil)
        case AppQuestion.limited where showsAll: .allow(since: limit)
        case AppQuestion.deny.name: .deny
        default: .later
        }
    }
}
