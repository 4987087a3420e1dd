/// How often processes come again whose connections do not last.
///
/// To accept a connection and to welcome its client takes longer than most requests. A process that comes and goes over and
/// over would keep the processors busy with that, and everybody else would wait for one. So visits are counted as they end,
/// and after many the next ones wait: those connections are not read from until their turns. Whoever keeps connections,
/// however many, waits for none, and neither does a process that is the only one that asks for something.
///
/// What somebody has sent who has gone, or sends no more, is read at once all the same: connections of those who have gone
/// would fill the server otherwise.
struct Visits {
    /// A process that has come and gone.
    private final class Visitor {
        let process: Int32
        var pace: Pace
        /// Its connections that wait for their turns.
        var waiting = NumberedTable<Session>()

        init(_ process: Int32, _ pace: Pace) {
            self.process = process
            self.pace = pace
        }
    }

    /// That of a process that has never come.
    private let fullPace: Pace
    private let aloneNanoseconds: Int64
    /// The process that has sent something last, and since when no other one has.
    private var latest: (process: Int32?, since: Int64)?
    private var visitors: [Int32: Visitor] = [:]
    /// With so many, those are forgotten whose visits are long ago.
    private var mostVisitors = Visits.fewVisitors
    /// Those of whom connections wait.
    private var waiting: [Visitor] = []

    private static let fewVisitors = 64

    /// `aloneNanoseconds`: a process is alone when no other one has sent anything for so long.
    init(_ fullPace: Pace, aloneNanoseconds: Int64) {
        self.fullPace = fullPace
        self.aloneNanoseconds = aloneNanoseconds
    }

    /// A process has sent something; nil: one that nobody knows.
    mutating func noteInput(of process: Int32?, at now: Int64) {
        guard let latest else {
            latest = (process, .min / 2)
            return
        }
        if process != latest.process {
            self.latest = (process, now)
        }
    }

    private func isAlone(_ process: Int32, at now: Int64) -> Bool {
        latest.map { $0.process == process && now - $0.since >= aloneNanoseconds } ?? false
    }

    /// When the next connection may be read from; nil when none waits.
    var deadline: Int64? { waiting.lazy.map(\.pace.readyAt).min() }

    /// A process has connected. Whether it may be read from at once.
    mutating func begin(_ session: Session, at now: Int64) -> Bool {
        guard let process = session.process, let visitor = visitors[process] else { return true }
        if visitor.waiting.isEmpty {
            guard !visitor.pace.allowsStep(at: now), !isAlone(process, at: now) else { return true }
            waiting.append(visitor)
        }
        visitor.waiting.set(session, at: session.id.number)
        return false
    }

    /// A connection has ended.
    mutating func end(_ session: Session, at now: Int64) {
        guard let process = session.process, !session.isVisitCounted else { return }
        let visitor = find(process, at: now)
        if visitor.waiting.remove(session.id.number) != nil, visitor.waiting.isEmpty {
            waiting.removeAll { $0 === visitor }
        }
        // Those who wait have their turns no later for it.
        if visitor.waiting.isEmpty, !isAlone(process, at: now) {
            visitor.pace.step(at: now)
        }
    }

    /// The connections whose turn it is. Their visits are counted with that.
    mutating func next(at now: Int64) -> [Session] {
        var next: [Session] = []
        for visitor in waiting {
            let isAlone = isAlone(visitor.process, at: now)
            while isAlone || visitor.pace.allowsStep(at: now), let first = visitor.waiting.entries.first {
                visitor.waiting.remove(first.number)
                visitor.pace.step(at: now)
                first.value.isVisitCounted = true
                next.append(first.value)
            }
        }
        if !next.isEmpty {
            waiting.removeAll(where: \.waiting.isEmpty)
        }
        return next
    }

    private mutating func find(_ process: Int32, at now: Int64) -> Visitor {
        if let known = visitors[process] { return known }
        if visitors.count >= mostVisitors {
            visitors = visitors.filter { !$0.value.waiting.isEmpty || !$0.value.pace.isRested(at: now) }
            mostVisitors = max(2 * visitors.count, Visits.fewVisitors)
        }
        let visitor = Visitor(process, fullPace)
        visitors[process] = visitor
        return visitor
    }
}
