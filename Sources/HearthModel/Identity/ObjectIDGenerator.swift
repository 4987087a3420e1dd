import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Generates strictly increasing UUIDs of version 7 (RFC 9562), whatever the clock does, on any number of threads.
///
/// From the most significant bit:
///
///     48 bits  Unix time in milliseconds
///      4 bits  version, 7
///     12 bits  counter, upper part
///      2 bits  variant, 10
///     30 bits  counter, lower part
///     32 bits  node: a random number
///
/// Both get new random numbers when the clock has moved on by a millisecond: an identifier does not tell which ones will
/// follow, so that no other app can save something under them first. Within a millisecond the counter increases by one for
/// each identifier and the node stays: encoded as differences, the identifiers of a large save take one or two bytes each
/// instead of 16. When the clock steps back, the time stays and the counter counts on, with a new node for each
/// millisecond of the clock.
///
/// Two generators can make the same identifier only when their nodes and their counters meet in the same
/// millisecond: 73 random bits for each generator and millisecond.
package final class ObjectIDGenerator: Sendable {
    /// The generator for programs; tests make their own.
    package static let shared = ObjectIDGenerator()

    /// Where the identifiers of a millisecond start.
    package struct Start: Sendable {
        fileprivate let counter: UInt64
        fileprivate let node: UInt32

        /// `counter` is taken modulo 2^42.
        package init(counter: UInt64, node: UInt32) {
            self.counter = counter % ObjectIDGenerator.counterLimit
            self.node = node
        }

        /// A random one. The counter has 41 bits, not 42: at least half of it is left before it runs out.
        package init(_ random: inout some RandomNumberGenerator) {
            let counter = random.next() as UInt64 % (ObjectIDGenerator.counterLimit / 2)
            self.init(counter: counter, node: UInt32(truncatingIfNeeded: random.next() as UInt64))
        }
    }

    private struct State {
        /// What the clock said last. The millisecond of the identifiers is later after the clock has stepped back.
        var clock: UInt64 = 0
        var millisecond: UInt64 = 0
        /// The counter of the next identifier; `counterLimit` when it has run out.
        var counter: UInt64
        var node: UInt32
    }

    private static let millisecondLimit: UInt64 = 1 << 48
    private static let counterLimit: UInt64 = 1 << 42

    /// Unix time in milliseconds.
    private let clock: @Sendable () -> Int64
    private let draw: @Sendable () -> Start
    private let state: Mutex<State>

    package init(
        clock: @escaping @Sendable () -> Int64 = ObjectIDGenerator.systemClock,
        draw: @escaping @Sendable () -> Start = ObjectIDGenerator.systemDraw
    ) {
        self.clock = clock
        self.draw = draw
        let start = draw()
        state = Mutex(State(counter: start.counter, node: start.node))
    }

    /// From the random numbers of the system, which nobody can foretell.
    @Sendable
    package static func systemDraw() -> Start {
        var random = SystemRandomNumberGenerator()
        return Start(&random)
    }

    @Sendable
    package static func systemClock() -> Int64 {
        Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
}

extension ObjectIDGenerator {
    package func next() -> ObjectID {
        let now = currentMillisecond()
        return state.withLock { state in
            let counter = takeCounters(1, now: now, &state).lowerBound
            return makeID(counter, state)
        }
    }

    /// The results of several consecutive calls of `next()` at one time, for the price of one.
    package func next(count: Int) -> [ObjectID] {
        var ids: [ObjectID] = []
        ids.reserveCapacity(count)
        let now = currentMillisecond()
        state.withLock { state in
            while ids.count < count {
                let counters = takeCounters(UInt64(count - ids.count), now: now, &state)
                for counter in counters {
                    ids.append(makeID(counter, state))
                }
            }
        }
        return ids
    }

    /// Takes up to `count` counters of one millisecond, and always at least one.
    private func takeCounters(_ count: UInt64, now: UInt64, _ state: inout State) -> Range<UInt64> {
        if now != state.clock {
            let start = draw()
            state.clock = now
            state.node = start.node
            if now > state.millisecond {
                state.millisecond = now
                state.counter = start.counter
            }
        }
        if state.counter == ObjectIDGenerator.counterLimit {
            let start = draw()
            state.millisecond += 1
            state.counter = start.counter
            state.node = start.node
        }
        let first = state.counter
        state.counter += min(count, ObjectIDGenerator.counterLimit - first)
        return first..<state.counter
    }

    /// The clock, brought into the range that leaves room for the times that the counter runs out.
    private func currentMillisecond() -> UInt64 {
        min(UInt64(max(clock(), 0)), ObjectIDGenerator.millisecondLimit - (1 << 16))
    }

    @inline(__always)
    private func makeID(_ counter: UInt64, _ state: borrowing State) -> ObjectID {
        let variant: UInt64 = 0b10
        return ObjectID(
            high: state.millisecond << 16 | 7 << 12 | counter >> 30,
            low: variant << 62 | (counter & 0x3FFF_FFFF) << 32 | UInt64(state.node)
        )
    }
}
