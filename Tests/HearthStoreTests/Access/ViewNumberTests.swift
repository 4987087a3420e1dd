import HearthModel
import Testing

@testable import HearthStore

/// Streams find out by a number that their app may read something else than before.
@Suite struct ViewNumberTests {
    /// A type is denied when another one is allowed, and apps have to ask when a type is allowed: no change cancels another.
    @Test func viewsUnderWhichAnAppReadsSomethingElseHaveOtherNumbers() {
        let types = ObjectType.all.filter { $0.kind == .quantity }.prefix(40)
        var readings: [UInt64: AccessView.Readings] = [:]
        for asks in [true, false] {
            for one in types {
                for other in types where other != one {
                    for permission in [Permission.denied, .undetermined, .allowed] {
                        let grants = [Grant(one, read: .allowed), Grant(other, read: permission)]
                        let view = AccessView(of: "org.example.reader", grants, asks: asks)
                        let known = readings.updateValue(view.readings, forKey: view.number)
                        #expect(known == nil || known == view.readings, "\(one), \(other), \(asks)")
                    }
                    let denials = [Grant(one, read: .denied), Grant(other, read: .denied)]
                    let view = AccessView(of: "org.example.reader", denials, asks: asks)
                    let known = readings.updateValue(view.readings, forKey: view.number)
                    #expect(known == nil || known == view.readings, "\(one), \(other), \(asks)")
                }
            }
        }
        #expect(readings.count > 1_500)
    }
}
