import HearthModel

extension RandomValues {
    mutating func accessControl() -> AccessControl {
        switch count(0...3) {
        case 0: .list
        case 1: .add(AppID("org.example.app-\(count(0...9))"), name: text())
        case 2: .decide(AppID(name()), grants())
        default: .remove(AppID(name()))
        }
    }

    mutating func accessList() -> AccessList {
        AccessList(
            array(count(0...3)) { AppSocket(AppID($0.name()), name: $0.text(), path: $0.text()) },
            decisions: array(count(0...3)) { AppGrants(AppID($0.name()), $0.grants()) }
        )
    }

    private mutating func grants() -> [Grant] {
        array(count(0...3)) { random in
            let read = random.maybe { $0.pick(Permission.all) }
            return Grant(
                random.pick(Self.quantityTypes),
                share: random.maybe { $0.pick(Permission.all) },
                read: read,
                since: read == .allowed ? random.maybe { $0.time() } : nil
            )
        }
    }
}
