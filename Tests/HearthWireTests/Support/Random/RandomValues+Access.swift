import HearthModel

extension RandomValues {
    mutating func accessControl() -> AccessControl {
        switch count(0...7) {
        case 0: .list
        case 4: .ask(flag())
        case 5: .await(seen: unsigned())
        case 6: .counts(days: flag() ? 0 : UInt32(truncatingIfNeeded: unsigned()))
        case 1: .add(AppID("org.example.app-\(count(0...9))"), name: text(), group: text())
        case 2: .decide(AppID(name()), grants())
        case 7: .answer(AppID(name()), grants(), isVerified: flag())
        default: .remove(AppID(name()))
        }
    }

    mutating func accessList() -> AccessList {
        AccessList(
            array(count(0...3)) { AppSocket(AppID($0.name()), name: $0.text(), path: $0.text(), group: $0.text()) },
            decisions: array(count(0...3)) { AppGrants(AppID($0.name()), $0.grants()) },
            requests: array(count(0...3)) { $0.accessRequest() },
            requestsNumber: unsigned(),
            asks: flag(),
            counts: array(count(0...2)) { $0.appCounts() },
            saveRefusals: array(count(0...2)) { SaveRefusal(AppID($0.name()), until: $0.time()) }
        )
    }

    private mutating func appCounts() -> AppCounts {
        AppCounts(
            AppID(flag() ? name() : ""),
            array(count(0...2)) { random in
                TypeCounts(
                    random.pick(Self.quantityTypes + [.workout, .bloodType]),
                    random.array(random.count(0...2)) { $0.dayCount() }
                )
            }
        )
    }

    private mutating func dayCount() -> DayCounts {
        let (isRead, isWritten) = (flag(), flag())
        return DayCounts(
            Day(of: time()),
            AccessCount(
                read: isRead ? max(1, unsigned()) : 0,
                saved: isWritten ? max(1, unsigned()) : 0,
                deleted: isWritten ? unsigned() : 0,
                lastRead: isRead ? anyTime() : nil,
                lastWritten: isWritten ? anyTime() : nil
            )
        )
    }

    private mutating func accessRequest() -> AccessRequest {
        AccessRequest(
            AppID(name()),
            name: text(),
            share: authorizedTypes(),
            read: authorizedTypes(),
            shareUsage: text(),
            readUsage: text(),
            time: anyTime(),
            isVerified: flag(),
            process: ObservedProcess(program: text(), unit: text())
        )
    }

    mutating func authorization() -> Authorization {
        Authorization(
            share: authorizedTypes(),
            read: authorizedTypes(),
            isRequest: flag(),
            shareUsage: text(),
            readUsage: text()
        )
    }

    mutating func authorizationStatus() -> AuthorizationStatus {
        AuthorizationStatus(
            authorizedTypes().map { type in
                TypeAuthorization(
                    type,
                    share: maybe { $0.pick(Permission.all) },
                    isReadUndetermined: flag(),
                    since: maybe { $0.time() }
                )
            }
        )
    }

    private mutating func authorizedTypes() -> [ObjectType] {
        array(count(0...3)) { $0.pick(Self.quantityTypes + [.workout, .bloodType]) }
    }

    private mutating func grants() -> [Grant] {
        array(count(0...3)) { random in
            let read = random.maybe { $0.pick(Permission.all) }
            return Grant(
                random.pick(Self.quantityTypes),
                share: random.maybe { $0.pick(Permission.all) },
                read: read,
                since: read == .allowed ? random.maybe { $0.time() } : nil,
                isShareRecorded: random.flag(),
                isReadRecorded: random.flag(),
                decided: random.maybe { $0.time() }
            )
        }
    }
}
