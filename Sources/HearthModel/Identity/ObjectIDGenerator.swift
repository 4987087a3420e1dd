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
///     32 bits  node: a random number of this generator
///
/// The counter starts at a random number and increases by one for each identifier. The RFC allows this instead of a new
/// start in each millisecond. So consecutive identifiers of a save differ by one in the counter and by little or
/// nothing in the time: encoded as differences, they take one or two bytes each instead of 16.
///
/// Two generators can make the same identifier only when their nodes and their counters meet in the same
/// millisecond: 73 random bits for each generator.
package final class ObjectIDGenerator: Sendable {
    /// The generator for programs; tests make their own.
    package static let shared = ObjectIDGenerator()

    private struct State {
        var millisecond: UInt64
        /// The counter of the next identifier; `counterLimit` when it has run out.
        var counter: UInt64
    }

    private static let millisecondLimit: UInt64 = 1 << 48
    private static let counterLimit: UInt64 = 1 << 42

    /// Unix time in milliseconds.
    private let clock: @Sendable () -> Int64
    private let firstCounter: UInt64
    private let node: UInt32
    private let state: Mutex<State>

    /// A generator with its counter and node given. `firstCounter` is taken modulo 2^42.
    package init(clock: @escaping @Sendable () -> Int64, firstCounter: UInt64, node: UInt32) {
        self.clock = clock
        self.firstCounter = firstCounter % ObjectIDGenerator.counterLimit
        self.node = node
        state = Mutex(State(millisecond: 0, counter: self.firstCounter))
    }

    package convenience init(
        clock: @escaping @Sendable () -> Int64 = ObjectIDGenerator.systemClock,
        random: inout some RandomNumberGenerator
    ) {
        // 41 bits, not 42: at least half of the counter is left before it runs out for the first time.
        let firstCounter = UInt64.random(in: 0..<ObjectIDGenerator.counterLimit / 2, using: &random)
        self.init(clock: clock, firstCounter: firstCounter, node: UInt32.random(in: 0...UInt32.max, using: &random))
    }

    package convenience init(clock: @escaping @Sendable () -> Int64 = ObjectIDGenerator.systemClock) {
        var random = SystemRandomNumberGenerator()
        self.init(clock: clock, random: &random)
    }

    @Sendable
    package static func systemClock() -> Int64 {
        Int64((Date().timeIntervalSince1970 * 1000).rounded(.down))
    }
}

extension ObjectIDGenerator {
    package func next() -> ObjectID {
        let now = currentMillisecond()
        let (millisecond, counter) = state.withLock { state in
            let counter = takeCounters(1, now: now, &state).lowerBound
            return (state.millisecond, counter)
        }
        return makeID(millisecond, counter)
    }

    /// The results of several consecutive calls of `next()`, for the price of one.
    package func next(count: Int) -> [ObjectID] {
        var ids: [ObjectID] = []
        ids.reserveCapacity(count)
        let now = currentMillisecond()
        state.withLock { state in
            while ids.count < count {
                let counters = takeCounters(UInt64(count - ids.count), now: now, &state)
                for counter in counters {
                    ids.append(makeID(state.millisecond, counter))
                }
            }
        }
        return ids
    }

    /// Takes up to `count` counters of one millisecond, and always at least one.
    private func takeCounters(_ count: UInt64, now: UInt64, _ state: inout State) -> Range<UInt64> {
        state.millisecond = max(state.millisecond, now)
        if state.counter == ObjectIDGenerator.counterLimit {
            state.millisecond += 1
            state.counter = firstCounter
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
    private func makeID(_ millisecond: UInt64, _ counter: UInt64) -> ObjectID {
        let variant: UInt64 = 0b10
        return ObjectID(
            high: millisecond << 16 | 7 << 12 | counter >> 30,
            low: variant << 62 | (counter & 0x3FFF_FFFF) << 32 | UInt64(node)
        )
    }
}
