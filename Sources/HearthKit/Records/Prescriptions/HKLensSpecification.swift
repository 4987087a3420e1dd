public import Foundation
internal import HearthModel

/// A lens for an eye.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKLensSpecification: NSObject, @unchecked Sendable {
    /// The power against short or long sight.
    open private(set) var sphere: HKQuantity
    /// The power against astigmatism; nil: none.
    open private(set) var cylinder: HKQuantity?
    /// The direction of the cylinder; nil: none.
    open private(set) var axis: HKQuantity?
    /// The further power for near things; nil: none.
    open private(set) var addPower: HKQuantity?

    init(_ sphere: HKQuantity, _ cylinder: HKQuantity?, _ axis: HKQuantity?, _ addPower: HKQuantity?) {
        self.sphere = sphere
        self.cylinder = cylinder
        self.axis = axis
        self.addPower = addPower
    }

    /// The lens in a record; nil: it has none for the eye.
    fileprivate init?(_ record: Record, _ names: LensAttributes) {
        guard let sphere = record.quantity(names.sphere, .diopter) else { return nil }
        self.sphere = sphere
        cylinder = record.quantity(names.cylinder, .diopter)
        axis = record.quantity(names.axis, .degree)
        addPower = record.quantity(names.addPower, .diopter)
    }

    fileprivate func writeLens(to record: inout Record, _ names: LensAttributes) {
        record.set(names.sphere, sphere, .diopter)
        record.set(names.cylinder, cylinder, .diopter)
        record.set(names.axis, axis, .degree)
        record.set(names.addPower, addPower, .diopter)
    }
}

/// A lens of glasses.
///
/// `@unchecked Sendable`: as its superclass.
open class HKGlassesLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// How far the lens is from the eye; nil: not said.
    open private(set) var vertexDistance: HKQuantity?
    /// The prism in the lens; nil: none.
    open private(set) var prism: HKVisionPrism?
    /// How far the pupil is from the nose when the eye looks far; nil: not said.
    open private(set) var farPupillaryDistance: HKQuantity?
    /// How far the pupil is from the nose when the eye looks near; nil: not said.
    open private(set) var nearPupillaryDistance: HKQuantity?

    /// A lens. Quantities in units of something else stop the program when they are put into a prescription.
    public init(
        sphere: HKQuantity,
        cylinder: HKQuantity?,
        axis: HKQuantity?,
        addPower: HKQuantity?,
        vertexDistance: HKQuantity?,
        prism: HKVisionPrism?,
        farPupillaryDistance: HKQuantity?,
        nearPupillaryDistance: HKQuantity?
    ) {
        self.vertexDistance = vertexDistance
        self.prism = prism
        self.farPupillaryDistance = farPupillaryDistance
        self.nearPupillaryDistance = nearPupillaryDistance
        super.init(sphere, cylinder, axis, addPower)
    }

    init?(_ record: Record, _ eye: HKVisionEye) {
        let names = LensAttributes.of(eye)
        vertexDistance = record.quantity(names.vertexDistance, .millimeter)
        prism = HKVisionPrism(record, eye)
        farPupillaryDistance = record.quantity(names.farPupillaryDistance, .millimeter)
        nearPupillaryDistance = record.quantity(names.nearPupillaryDistance, .millimeter)
        super.init(record, names)
    }

    func write(to record: inout Record, _ eye: HKVisionEye) {
        let names = LensAttributes.of(eye)
        writeLens(to: &record, names)
        record.set(names.vertexDistance, vertexDistance, .millimeter)
        record.set(names.farPupillaryDistance, farPupillaryDistance, .millimeter)
        record.set(names.nearPupillaryDistance, nearPupillaryDistance, .millimeter)
        prism?.write(to: &record, names)
    }
}

/// A contact lens.
///
/// `@unchecked Sendable`: as its superclass.
open class HKContactsLensSpecification: HKLensSpecification, @unchecked Sendable {
    /// How much the lens is bent; nil: not said.
    open private(set) var baseCurve: HKQuantity?
    /// How wide the lens is; nil: not said.
    open private(set) var diameter: HKQuantity?

    /// A lens. Quantities in units of something else stop the program when they are put into a prescription.
    public init(
        sphere: HKQuantity,
        cylinder: HKQuantity?,
        axis: HKQuantity?,
        addPower: HKQuantity?,
        baseCurve: HKQuantity?,
        diameter: HKQuantity?
    ) {
        self.baseCurve = baseCurve
        self.diameter = diameter
        super.init(sphere, cylinder, axis, addPower)
    }

    init?(_ record: Record, _ eye: HKVisionEye) {
        let names = LensAttributes.of(eye)
        baseCurve = record.quantity(names.baseCurve, .millimeter)
        diameter = record.quantity(names.diameter, .millimeter)
        super.init(record, names)
    }

    func write(to record: inout Record, _ eye: HKVisionEye) {
        let names = LensAttributes.of(eye)
        writeLens(to: &record, names)
        record.set(names.baseCurve, baseCurve, .millimeter)
        record.set(names.diameter, diameter, .millimeter)
    }
}

/// A prism in a lens, which shifts what an eye sees.
///
/// `@unchecked Sendable`: `NSObject` does not declare it on Linux; the class is immutable.
open class HKVisionPrism: NSObject, @unchecked Sendable {
    /// How much it shifts.
    open private(set) var amount: HKQuantity
    /// The direction of its base.
    open private(set) var angle: HKQuantity
    /// How much it shifts up or down.
    open private(set) var verticalAmount: HKQuantity
    /// How much it shifts to a side.
    open private(set) var horizontalAmount: HKQuantity
    /// Whether its base is up or down.
    open private(set) var verticalBase: HKPrismBase
    /// Whether its base is towards the nose or away from it.
    open private(set) var horizontalBase: HKPrismBase
    /// The eye that it is for.
    open private(set) var eye: HKVisionEye

    private init(_ prism: LensPrism, _ eye: HKVisionEye) {
        amount = HKQuantity(prism.amount, .prismDiopter)
        angle = HKQuantity(prism.angle, .degree)
        verticalAmount = HKQuantity(prism.vertical, .prismDiopter)
        horizontalAmount = HKQuantity(prism.horizontal, .prismDiopter)
        verticalBase = HKPrismBase(prism.verticalBase)
        horizontalBase = HKPrismBase(prism.horizontalBase)
        self.eye = eye
    }

    /// A prism by its amount and the direction of its base: 0 degrees is to the wearer's left, 90 up.
    public convenience init(amount: HKQuantity, angle: HKQuantity, eye: HKVisionEye) {
        let prism = LensPrism(
            amount: amount.given(in: .prismDiopter, "the amount of a prism"),
            angle: angle.given(in: .degree, "the angle of a prism"),
            isLeft: eye == .left
        )
        self.init(prism, eye)
    }

    /// A prism by its amounts up or down and to a side.
    public convenience init(
        verticalAmount: HKQuantity,
        verticalBase: HKPrismBase,
        horizontalAmount: HKQuantity,
        horizontalBase: HKPrismBase,
        eye: HKVisionEye
    ) {
        let prism = LensPrism(
            vertical: verticalAmount.given(in: .prismDiopter, "the amount of a prism"),
            verticalBase.modelBase,
            horizontal: horizontalAmount.given(in: .prismDiopter, "the amount of a prism"),
            horizontalBase.modelBase,
            isLeft: eye == .left
        )
        self.init(prism, eye)
    }

    fileprivate convenience init?(_ record: Record, _ eye: HKVisionEye) {
        let names = LensAttributes.of(eye)
        guard let prism = record.prism(names.prism, names.prismBases) else { return nil }
        self.init(prism, eye)
    }

    fileprivate func write(to record: inout Record, _ names: LensAttributes) {
        let prism = LensPrism(
            amount: amount.value,
            angle: angle.value,
            vertical: verticalAmount.value,
            verticalBase.modelBase,
            horizontal: horizontalAmount.value,
            horizontalBase.modelBase
        )
        record.set(names.prism, names.prismBases, prism)
    }
}

extension HKPrismBase {
    fileprivate init(_ base: LensPrism.Base) {
        self = HKPrismBase(rawValue: Int(base.rawValue)) ?? .none
    }

    fileprivate var modelBase: LensPrism.Base { LensPrism.Base(rawValue: Int64(rawValue)) ?? .none }
}

/// The names of the attributes of an eye's lens.
private struct LensAttributes {
    let sphere, cylinder, axis, addPower, vertexDistance, farPupillaryDistance, nearPupillaryDistance, baseCurve,
        diameter, prism, prismBases: AttributeName

    static func of(_ eye: HKVisionEye) -> LensAttributes {
        switch eye {
        case .right:
            LensAttributes(
                sphere: .rightSphere,
                cylinder: .rightCylinder,
                axis: .rightAxis,
                addPower: .rightAddPower,
                vertexDistance: .rightVertexDistance,
                farPupillaryDistance: .rightFarPupillaryDistance,
                nearPupillaryDistance: .rightNearPupillaryDistance,
                baseCurve: .rightBaseCurve,
                diameter: .rightDiameter,
                prism: .rightPrism,
                prismBases: .rightPrismBases
            )
        case .left:
            LensAttributes(
                sphere: .leftSphere,
                cylinder: .leftCylinder,
                axis: .leftAxis,
                addPower: .leftAddPower,
                vertexDistance: .leftVertexDistance,
                farPupillaryDistance: .leftFarPupillaryDistance,
                nearPupillaryDistance: .leftNearPupillaryDistance,
                baseCurve: .leftBaseCurve,
                diameter: .leftDiameter,
                prism: .leftPrism,
                prismBases: .leftPrismBases
            )
        }
    }
}

extension Record {
    fileprivate func quantity(_ name: AttributeName, _ unit: Unit) -> HKQuantity? {
        number(name).map { HKQuantity($0, unit) }
    }

    fileprivate mutating func set(_ name: AttributeName, _ quantity: HKQuantity?, _ unit: Unit) {
        set(name, quantity?.given(in: unit, "a property of a lens"))
    }
}
