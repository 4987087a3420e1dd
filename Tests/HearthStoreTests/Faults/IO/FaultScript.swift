import HearthModel
import HearthStore
import HearthTestSupport
import hearth_store_load

/// What a program does with a store, step by step, with what the store must hold in between.
struct FaultScript {
    private(set) var steps: [Step] = []

    enum Step {
        case open
        case commit(Group)
        /// Until nothing is left to do.
        case maintain
        /// Everything, by queries and by changes.
        case read
        case verify
        case close
    }

    /// Writes that are committed together.
    struct Group {
        var writes: [Write]
        var receipts: [LoadModel.Counts]
        /// What was stored before.
        var model: LoadModel
        var before: StoreContents
        var after: StoreContents

        /// Whether they can be sent again without another effect.
        var isRepeatable: Bool {
            writes.allSatisfy {
                guard case .save = $0.operation else { return false }
                return true
            }
        }
    }

    /// Writes of every kind, with readers, maintenance and another opening between them.
    init(seed: UInt64) throws {
        var generator = LoadGenerator(seed: seed)
        let groups = try generator.oneOfEach()
        var model = LoadModel()
        steps.append(.open)
        for (number, writes) in groups.enumerated() {
            let before = model
            let receipts = writes.map { model.apply($0) }
            steps.append(
                .commit(
                    Group(
                        writes: writes,
                        receipts: receipts,
                        model: before,
                        before: before.contents,
                        after: model.contents
                    )
                )
            )
            switch number * 4 / groups.count {
            case let quarter where quarter == (number + 1) * 4 / groups.count: break
            case 1: steps += [.read, .close, .open]
            default: steps += [.maintain]
            }
        }
        steps += [.read, .verify, .close]
    }
}

extension FaultScript.Step: CustomStringConvertible {
    var description: String {
        switch self {
        case .open: "opening"
        case .commit: "committing"
        case .maintain: "maintenance"
        case .read: "reading"
        case .verify: "verifying"
        case .close: "closing"
        }
    }
}
