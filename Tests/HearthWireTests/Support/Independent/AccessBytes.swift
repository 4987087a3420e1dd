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
            case .decide(let app, let grants):
                $0.enumeration(1, 4, of: "AccessAction")
                $0.text(2, app.description)
                $0.messages(4, grants.map(\.wireBytes))
            }
        }
    }
}

extension AccessList {
    var wireBytes: WireBytes {
        WireBytes("AccessList") {
            $0.messages(1, apps.map(\.wireBytes))
            $0.messages(2, decisions.map(\.wireBytes))
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

extension AppGrants {
    var wireBytes: WireBytes {
        WireBytes("AppGrants") {
            $0.text(1, app.description)
            $0.messages(2, grants.map(\.wireBytes))
        }
    }
}

extension Grant {
    var wireBytes: WireBytes {
        WireBytes("Grant") {
            $0.text(1, type.identifier)
            $0.enumeration(2, share?.rawValue ?? 0, of: "Permission")
            $0.enumeration(3, read?.rawValue ?? 0, of: "Permission")
            $0.present(4, int: since?.nanoseconds)
        }
    }
}
