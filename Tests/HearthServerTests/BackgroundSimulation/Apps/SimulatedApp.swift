import HearthModel
import HearthTestSupport
import HearthWire

/// An app as it is installed: what it wants, and what it keeps from one process to the next.
final class SimulatedApp {
    enum Kind {
        /// Opens an Observe and acknowledges.
        case observes
        /// Opens an Observe, and is done with what it was told when it ends.
        case observesSilently
        /// Reads the changes themselves, with a cursor.
        case reads
    }

    let name: String
    let kind: Kind
    let registrations: [BackgroundRegistration]
    /// Its package says how it is started; it says so itself as a fallback only.
    let hasManifest: Bool
    /// What it says of how it is started, counted; 0: nothing yet.
    var launches = 0
    /// The commits up to which it has acknowledged types.
    var dealtWith: [ObjectType: UInt64] = [:]
    var oldAnchors: [EncodedAnchor] = []
    /// What a reading app has put away, and the greatest place of its cursor of which it was told that it is durable.
    var copy = CursorCopy()
    var acknowledgedPlace: UInt64 = 0

    init(_ number: Int, _ random: inout SeededGenerator) {
        name = "org.example.app\(number)"
        kind = random.chance(60) ? .observes : random.chance(65) ? .reads : .observesSilently
        hasManifest = random.chance(25)
        var types = SimulatedApp.types
        registrations = (0..<random.between(1, 3)).map { _ in
            let type = types.remove(at: random.below(types.count))
            let frequency: UpdateFrequency =
                switch random.below(100) {
                case 0..<50: .immediate
                case 50..<75: .hourly
                case 75..<90: .daily
                default: .weekly
                }
            return BackgroundRegistration(type: type, frequency: frequency)
        }
    }

    static let types = ObjectType.all.filter { $0.kind == .quantity }.prefix(6).map(\.self)

    var types: [ObjectType] { registrations.map(\.type) }

    /// How it is started from now on, by what it says itself.
    func nextLaunch() -> BackgroundLaunch {
        launches += 1
        return BackgroundLaunch(
            .command(["/app/\(name)", "\(launches)"], workingDirectory: "/"),
            isFallback: hasManifest
        )
    }

    static func manifest(of name: String) -> BackgroundLaunch {
        BackgroundLaunch(.command(["/manifest/\(name)"], workingDirectory: "/"))
    }
}
