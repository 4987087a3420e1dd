import HearthModel
import HearthWire

extension Reply {
    /// Nil for a reply without one.
    var anchor: EncodedAnchor? {
        switch self {
        case .changes(let batch): batch.anchor
        case .statistics(let batch): batch.anchor
        case .notice(let notice): notice.anchor
        case .committed(let committed): committed.anchor
        case .pong(let pong): pong.anchor
        case .acknowledged(let acknowledged): acknowledged.anchor
        default: nil
        }
    }

    /// The reply with zeros for the bytes of its anchor.
    var withoutAnchor: Reply {
        let zeros = EncodedAnchor([UInt8](repeating: 0, count: anchor?.bytes.count ?? 0))
        switch self {
        case .changes(var batch):
            batch.anchor = zeros
            return .changes(batch)
        case .statistics(var batch):
            batch.anchor = zeros
            return .statistics(batch)
        case .notice(var notice):
            notice.anchor = zeros
            return .notice(notice)
        case .committed(var committed):
            committed.anchor = zeros
            return .committed(committed)
        case .pong(var pong):
            pong.anchor = zeros
            return .pong(pong)
        case .acknowledged(var acknowledged):
            acknowledged.anchor = zeros
            return .acknowledged(acknowledged)
        default: return self
        }
    }
}
