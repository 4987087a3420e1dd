internal import HearthClient
internal import HearthModel
internal import HearthSystem
internal import HearthWire

/// The notices that observer queries of a connection have not processed yet, by type. Processed notices are
/// acknowledged up to the earliest one of the type that is still open in any query.
final class ObserverNotices: Sendable {
    private let connection: Connection
    private let open = Guarded<[ObjectType: [Notice]]>([:])
    private let lastNumber = Guarded<UInt64>(0)

    private struct Notice {
        let number: UInt64
        let query: ObjectIdentifier
        let anchor: [UInt8]
        var isDone = false
    }

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// A query has received a notice about types. The returned function is to be called when the query has processed
    /// it.
    func begin(_ types: Set<ObjectType>, anchor: [UInt8], of query: HKObserverQuery) -> @Sendable () -> Void {
        let number = lastNumber.withLock { last in
            last += 1
            return last
        }
        let notice = Notice(number: number, query: ObjectIdentifier(query), anchor: anchor)
        open.withLock { open in
            for type in types {
                open[type, default: []].append(notice)
            }
        }
        return { [weak self] in self?.finish { $0.number == number } }
    }

    /// A query has ended: its open notices are dropped.
    func forget(_ query: HKObserverQuery) {
        let id = ObjectIdentifier(query)
        open.withLock { open in
            for type in open.keys {
                open[type]?.removeAll { $0.query == id && !$0.isDone }
            }
        }
    }

    /// The acknowledgement is with the system when this returns: a program that ends now has said it.
    private func finish(_ isMeant: (Notice) -> Bool) {
        let done: [[UInt8]: [ObjectType]] = open.withLock { open in
            var done: [[UInt8]: [ObjectType]] = [:]
            for (type, var notices) in open {
                guard let index = notices.firstIndex(where: isMeant), !notices[index].isDone else { continue }
                notices[index].isDone = true
                let isDone = notices.prefix { $0.isDone }
                if let last = isDone.last {
                    done[last.anchor, default: []].append(type)
                }
                notices.removeFirst(isDone.count)
                open[type] = notices.isEmpty ? nil : notices
            }
            return done
        }
        for (anchor, types) in done {
            connection.post(Acknowledge(anchor: anchor, types: types.sorted { $0.index < $1.index }))
        }
    }
}
