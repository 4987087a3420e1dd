import HearthModel

/// What apps ask, may do and did, for programs.
struct AccessJSON {
    let list: AccessList
    let names: AppNames
    /// Whether what apps did was asked for.
    let hasCounts: Bool

    var json: JSON {
        .object([
            "mode": .string(list.asks ? "ask" : "open"),
            "seen": .integer(Int64(clamping: list.requestsNumber)),
            "apps": .array(list.apps.map(socket)),
            "questions": .array(list.requests.map(question)),
            "decisions": .array(list.decisions.flatMap(decisions)),
            "saves_refused": .array(list.saveRefusals.map(refusal)),
            "counts": hasCounts ? .array(list.counts.flatMap(counts)) : .null,
        ])
    }

    private func refusal(_ refusal: SaveRefusal) -> JSON {
        refusal.app.json(
            names[refusal.app],
            ["since": .string(DateText.utc(refusal.since)), "until": .string(DateText.utc(refusal.until))]
        )
    }

    private func socket(_ socket: AppSocket) -> JSON {
        socket.app.json(
            names[socket.app],
            ["socket": .string(socket.path), "group": .text(socket.group.isEmpty ? nil : socket.group)]
        )
    }

    private func question(_ request: AccessRequest) -> JSON {
        request.json(name: names[request.app], refusal: list.saveRefusal(of: request.app)?.refusal)
    }

    private func decisions(_ decided: AppGrants) -> [JSON] {
        decided.grants.map { $0.json(of: decided.app, name: names[decided.app]) }
    }

    private func counts(_ counted: AppCounts) -> [JSON] {
        counted.types.flatMap { type in
            type.days.map { day in
                counted.app.json(
                    names[counted.app],
                    [
                        "type": .string(type.type.shortName),
                        "day": .string(String(DateText.utc(day.day.start).prefix(10))),
                        "read": number(day.count.read), "saved": number(day.count.saved),
                        "deleted": number(day.count.deleted),
                        "last_read": .text(day.count.lastRead.map(DateText.utc)),
                        "last_written": .text(day.count.lastWritten.map(DateText.utc)),
                    ]
                )
            }
        }
    }

    private func number(_ count: UInt64) -> JSON { .integer(Int64(clamping: count)) }
}

extension AppID {
    /// What is said of the app, after its identifier, its name and who says that.
    func json(_ name: AppName?, _ members: KeyValuePairs<String, JSON>) -> JSON {
        let named: [(String, JSON)] = [
            ("app", .string(description)), ("name", .text(name?.text)), ("named_by", .text(name?.author)),
        ]
        return .members(named + members.map { ($0.key, $0.value) })
    }
}
