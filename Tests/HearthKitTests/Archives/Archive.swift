import Foundation
import Testing

/// An object out of an archive that only this object is in.
func restored<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    let copy = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: object)], from: data)
    return try #require(copy as? Object)
}
