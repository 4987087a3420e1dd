import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Metadata of apps")
struct MetadataConversionTests {
    private let values: [(Any, MetadataValue)] = [
        ("text", .string("text")), ("", .string("")), (NSString("old"), .string("old")),
        (true, .boolean(true)), (false, .boolean(false)),
        (NSNumber(value: true), .boolean(true)), (NSNumber(value: false), .boolean(false)),
        (0, .integer(0)), (1, .integer(1)), (Int.max, .integer(.max)), (Int.min, .integer(.min)),
        (Int8(-3), .integer(-3)), (Int8(-1), .integer(-1)), (UInt8(200), .integer(200)), (Int32(7), .integer(7)),
        (UInt64(9), .integer(9)),
        (NSNumber(value: 1), .integer(1)), (NSNumber(value: Int8(1)), .integer(1)),
        (0.0, .double(0)), (1.0, .double(1)), (Float(0.5), .double(0.5)), (CGFloat(2.5), .double(2.5)),
        (NSNumber(value: 1.0), .double(1)), (NSNumber(value: Float(1)), .double(1)),
        (NSDecimalNumber(string: "1.5"), .double(1.5)),
        (Date(timeIntervalSince1970: 1.5), .date(Timestamp(nanoseconds: 1_500_000_000))),
        (NSDate(timeIntervalSince1970: 0), .date(Timestamp(nanoseconds: 0))),
        (HKQuantity(unit: .percent(), doubleValue: 0.5), .quantity(Quantity(value: 0.5, unit: .percent))),
    ]

    @Test("booleans, whole numbers and others stay what they are")
    func kinds() throws {
        for (object, value) in values {
            #expect(try MetadataValue(object, of: "key") == value, "\(type(of: object))")
            #expect(MetadataValue.isAllowed(object))
            // What apps see of it becomes the same value again.
            #expect(try MetadataValue(value.object, of: "key") == value)
        }
    }

    @Test("only four classes are allowed")
    func classes() {
        for object: Any in [[1], ["a": 1], Data(), URL(fileURLWithPath: "/"), UUID(), NSNull()] {
            #expect(!MetadataValue.isAllowed(object))
            #expect(throws: HearthError.self) { try MetadataValue(object, of: "key") }
        }
    }

    @Test("what the store cannot hold is an error that tells no value and no key of the app's")
    func refusals() {
        let dictionaries: [[String: Any]] = [
            ["secret-key": UInt64.max], ["secret-key": Date.distantPast], ["secret-key": Double.nan], ["": "secret"],
            Dictionary(uniqueKeysWithValues: (0..<100).map { ("secret\($0)", "secret") }),
        ]
        for dictionary in dictionaries {
            let error = #expect(throws: HearthError.self) { try Metadata(dictionary) }
            #expect(error?.description.contains("secret") == false)
            let attached = AttachedMetadata(dictionary)
            #expect(attached.metadata == .none && attached.unstorable?.refusal.code == error?.code)
            #expect(attached.unstorable?.dictionary.count == dictionary.count)
        }
    }

    @Test("a dictionary comes back")
    func dictionaries() throws {
        let metadata = try Metadata([
            HKMetadataKeyWasUserEntered: true, "number": 3, HKMetadataKeyTimeZone: "Asia/Tokyo",
        ])
        #expect(metadata.entries.count == 3)
        #expect(metadata.dictionary[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(metadata.dictionary["number"] as? Int == 3)
        #expect(try Metadata(metadata.dictionary) == metadata)
        #expect(AttachedMetadata([:]).metadata == .none && AttachedMetadata(nil).unstorable == nil)
    }
}
