/// The commits up to which calls that follow changes have sent everything.
typealias CallPositions = [CallID: UInt64]
