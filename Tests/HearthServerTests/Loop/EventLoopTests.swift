import HearthSystem
import Testing

@testable import HearthServer

@Suite struct EventLoopTests {
    /// libuv calls those whose time has come before it waits, and would wait then all the same: for the next time, or for
    /// ever, whatever there is to do by then.
    @Test func aTimerThatIsDueEndsTheWait() {
        let loop = EventLoop()
        var called: [String] = []
        let due = Timer(loop) { called.append("due") }
        let late = Timer(loop) { called.append("late") }
        late.start(nanoseconds: 10_000_000_000)
        due.start(nanoseconds: 0)
        loop.poll(waiting: true)
        #expect(called == ["due"])
        due.close()
        late.close()
        loop.poll(waiting: false)
    }

    @Test func aTimerEndsTheWaitWhenItsTimeComes() {
        let loop = EventLoop()
        var calls = 0
        let timer = Timer(loop) { calls += 1 }
        timer.start(nanoseconds: 1_000_000)
        while calls == 0 {
            loop.poll(waiting: true)
        }
        #expect(calls == 1)
        timer.close()
        loop.poll(waiting: false)
    }

    /// Whatever the loop has come to expect of the writer, it hears of its report, and of nothing else in its place.
    @Test func theWriterEndsTheWait() throws {
        let loop = EventLoop()
        var wakes = 0
        let wakeup = Wakeup(loop) { wakes += 1 }
        let late = Timer(loop) { Issue.record("the loop has slept until a time that is far off") }
        late.start(nanoseconds: 600_000_000_000)
        for round in 1...200 {
            let thread = BackgroundThread {
                if round.isMultiple(of: 3) {
                    sched_yield()
                }
                wakeup.wake()
            }
            while wakes < round {
                loop.poll(waiting: true, others: round.isMultiple(of: 5) ? .nothing : .smallWrites)
            }
            try thread.join()
            #expect(wakes == round)
        }
        wakeup.close()
        late.close()
        loop.poll(waiting: false)
    }
}
