import HearthModel

extension AccessControl {
    var wireBytes: WireBytes {
        WireBytes("AccessControl") {
            switch self {
            case .list: $0.enumeration(1, 1, of: "AccessAction")
            case .add(let app, let name, let group):
                $0.enumeration(1, 2, of: "AccessAction")
                $0.text(2, app.description)
                $0.text(3, name)
                $0.text(7, group)
            case .remove(let app):
                $0.enumeration(1, 3, of: "AccessAction")
                $0.text(2, app.description)
            case .decide(let app, let grants):
                $0.enumeration(1, 4, of: "AccessAction")
                $0.text(2, app.description)
                $0.messages(4, grants.map(\.wireBytes))
            case .answer(let app, let grants, let isVerified):
                $0.enumeration(1, 9, of: "AccessAction")
                $0.text(2, app.description)
                $0.messages(4, grants.map(\.wireBytes))
                $0.bool(8, isVerified)
            case .ask(let asks): $0.enumeration(1, asks ? 6 : 5, of: "AccessAction")
            case .await(let seen):
                $0.enumeration(1, 7, of: "AccessAction")
                $0.uint(5, seen)
            case .counts(let days):
                $0.enumeration(1, 8, of: "AccessAction")
                $0.uint(6, UInt64(days))
            }
        }
    }
}

extension Authorization {
    var wireBytes: WireBytes {
        WireBytes("Authorization") {
            $0.texts(1, share.map(\.identifier))
            $0.texts(2, read.map(\.identifier))
            $0.bool(3, isRequest)
            $0.text(4, shareUsage)
            $0.text(5, readUsage)
        }
    }
}

extension AuthorizationStatus {
    var wireBytes: WireBytes {
        WireBytes("AuthorizationStatus") { $0.messages(1, types.map(\.wireBytes)) }
    }
}

extension TypeAuthorization {
    var wireBytes: WireBytes {
        WireBytes("TypeAuthorization") {
            $0.text(1, type.identifier)
            $0.enumeration(2, share?.rawValue ?? 0, of: "Permission")
            $0.bool(3, isReadUndetermined)
            $0.present(4, int: since?.nanoseconds)
        }
    }
}

extension AccessRequest {
    var wireBytes: WireBytes {
        WireBytes("AccessRequest") {
            $0.text(1, app.description)
            $0.text(2, name)
            $0.texts(3, share.map(\.identifier))
            $0.texts(4, read.map(\.identifier))
            $0.text(5, shareUsage)
            $0.text(6, readUsage)
            $0.int(7, time.nanoseconds)
            $0.bool(8, isVerified)
            $0.text(9, process.program)
            $0.text(10, process.unit)
        }
    }
}

extension AccessList {
    var wireBytes: WireBytes {
        WireBytes("AccessList") {
            $0.messages(1, apps.map(\.wireBytes))
            $0.messages(2, decisions.map(\.wireBytes))
            $0.messages(3, requests.map(\.wireBytes))
            $0.uint(4, requestsNumber)
            $0.bool(5, asks)
            $0.messages(6, counts.map(\.wireBytes))
            $0.messages(7, saveRefusals.map(\.wireBytes))
        }
    }
}

extension SaveRefusal {
    var wireBytes: WireBytes {
        WireBytes("SaveRefusal") {
            $0.text(1, app.description)
            $0.int(2, until.nanoseconds)
        }
    }
}

extension AppCounts {
    var wireBytes: WireBytes {
        WireBytes("AppCounts") {
            $0.text(1, app.description)
            $0.messages(2, types.map(\.wireBytes))
        }
    }
}

extension TypeCounts {
    var wireBytes: WireBytes {
        WireBytes("TypeCounts") {
            $0.text(1, type.identifier)
            $0.messages(2, days.map(\.wireBytes))
        }
    }
}

extension DayCounts {
    var wireBytes: WireBytes {
        WireBytes("DayCounts") {
            $0.int(1, Int64(day.number))
            $0.uint(2, count.read)
            $0.uint(3, count.saved)
            $0.uint(4, count.deleted)
            $0.int(5, count.lastRead?.nanoseconds ?? 0)
            $0.int(6, count.lastWritten?.nanoseconds ?? 0)
        }
    }
}

extension AppSocket {
    var wireBytes: WireBytes {
        WireBytes("AppSocket") {
            $0.text(1, app.description)
            $0.text(2, name)
            $0.text(3, path)
            $0.text(4, group)
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
            $0.bool(5, isShareRecorded)
            $0.bool(6, isReadRecorded)
            $0.int(7, decided?.nanoseconds ?? 0)
        }
    }
}
