import HearthModel

extension AccessControl {
    var wireBytes: WireBytes {
        WireBytes("AccessControl") {
            switch self {
            case .list: $0.enumeration(1, 1, of: "AccessAction")
            case .add(let app, let name):
                $0.enumeration(1, 2, of: "AccessAction")
                $0.text(2, app.description)
                $0.text(3, name)
            case .remove(let app):
                $0.enumeration(1, 3, of: "AccessAction")
                $0.text(2, app.description)
            }
        }
    }
}

extension AccessList {
    var wireBytes: WireBytes {
        WireBytes("AccessList") {
            $0.messages(1, apps.map(\.wireBytes))
        }
    }
}

extension AppSocket {
    var wireBytes: WireBytes {
        WireBytes("AppSocket") {
            $0.text(1, app.description)
            $0.text(2, name)
            $0.text(3, path)
        }
    }
}
