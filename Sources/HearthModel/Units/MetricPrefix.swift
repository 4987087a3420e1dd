/// The metric prefixes that HealthKit knows, with its spelling: micro is `mc`.
enum MetricPrefix: String, CaseIterable, Sendable {
    case none = ""
    case femto = "f"
    case pico = "p"
    case nano = "n"
    case micro = "mc"
    case milli = "m"
    case centi = "c"
    case deci = "d"
    case deca = "da"
    case hecto = "h"
    case kilo = "k"
    case mega = "M"
    case giga = "G"
    case tera = "T"

    var scale: UnitScale {
        switch self {
        case .none: .one
        case .femto: UnitScale(1, over: 1e15)
        case .pico: UnitScale(1, over: 1e12)
        case .nano: UnitScale(1, over: 1e9)
        case .micro: UnitScale(1, over: 1e6)
        case .milli: UnitScale(1, over: 1e3)
        case .centi: UnitScale(1, over: 1e2)
        case .deci: UnitScale(1, over: 1e1)
        case .deca: UnitScale(1e1)
        case .hecto: UnitScale(1e2)
        case .kilo: UnitScale(1e3)
        case .mega: UnitScale(1e6)
        case .giga: UnitScale(1e9)
        case .tera: UnitScale(1e12)
        }
    }
}
