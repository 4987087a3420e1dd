import HearthModel

/// What an app has asked for, for people.
struct AccessRequestText {
    private let request: AccessRequest
    private let name: AppName?
    /// Why the saves of the app are refused; nil: they are not.
    private let refusal: SaveRefusalText?

    /// The most characters that are shown of what an app says why it asks.
    private static let usageMax = 300

    /// `list`: it says what the owner calls the app, and whether its saves are refused.
    init(_ request: AccessRequest, in list: AccessList = AccessList([])) {
        self.request = request
        name = list.name(of: request)
        refusal = list.saveRefusal(of: request.app)
    }

    /// Whether it asks to read samples, which an answer can limit to those since a day.
    var isReadingSamples: Bool { request.read.contains(where: \.hasTime) }

    var app: String { ShownApp(request.app, name: name).description }

    /// What it wants, and why, in plain words.
    var lines: [String] {
        let wishes = [("save", request.share, request.shareUsage), ("read", request.read, request.readUsage)]
        return ["\(app) asks"] + warnings.map { "  " + $0 }
            + wishes.filter { !$0.1.isEmpty }.flatMap { verb, types, usage in
                ["  to \(verb) \(types.map(\.plainWords).joined(separator: ", "))"]
                    + (usage.isEmpty ? [] : ["    because: “\(usage.unquoted(atMost: Self.usageMax))”"])
            }
    }

    /// `to save heart rate and to read step count`.
    var wish: String {
        [("to save", request.share), ("to read", request.read)].filter { !$0.1.isEmpty }
            .map { "\($0) \($1.named)" }.joined(separator: " and ")
    }

    /// What the owner has to know of the app.
    private var warnings: [String] {
        (request.isVerified ? [] : [ShownApp.notVerified])
            + [ObservedProcessText(request.process).sentence, refusal?.sentence].compactMap { $0 }
    }

    /// The commands that allow it.
    var commands: [String] {
        let both = request.share.filter(request.read.contains)
        let parts = [
            (both, ""), (request.share.filter { !both.contains($0) }, " --save"),
            (request.read.filter { !both.contains($0) }, " --read"),
        ]
        return parts.filter { !$0.0.isEmpty }.map { types, option in
            let app = request.app.description
            let operands = ([app.shellWord] + types.map(\.shortName)).joined(separator: " ")
            // A name that begins like an option is none after `--`.
            return app.hasPrefix("-") ? "hearth allow\(option) -- \(operands)" : "hearth allow \(operands)\(option)"
        }
    }

    var json: JSON { request.json(name: name, refusal: refusal?.refusal) }
}

extension ObjectType {
    /// Whether it is measured at times. A characteristic is not, and no limit of time holds for it.
    var hasTime: Bool { kind != .characteristic }

    /// The type in words: `heart rate`.
    var plainWords: String {
        var words = ""
        var wasUpper = true
        for character in shortName {
            if character.isUppercase, !wasUpper {
                words += " "
            }
            wasUpper = character.isUppercase
            words += character.lowercased()
        }
        return words
    }
}
