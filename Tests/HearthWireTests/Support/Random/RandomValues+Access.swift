import HearthModel

extension RandomValues {
    mutating func accessControl() -> AccessControl {
        switch count(0...2) {
        case 0: .list
        case 1: .add(AppID("org.example.app-\(count(0...9))"), name: text())
        default: .remove(AppID(name()))
        }
    }

    mutating func accessList() -> AccessList {
        AccessList(array(count(0...3)) { AppSocket(AppID($0.name()), name: $0.text(), path: $0.text()) })
    }
}
