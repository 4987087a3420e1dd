import Foundation
import HearthModel
import Testing

@testable import HearthKit

@Suite("Errors")
struct ErrorTests {
    private func fail(_ code: ErrorCode = .noData, _ message: String = "text", field: String = "") throws {
        throw HKError(HearthError(code, message, field: field))
    }

    @Test("an error is caught by its code")
    func pattern() throws {
        do {
            try fail()
            Issue.record("nothing was thrown")
        } catch HKError.errorNoData {
        }
        do {
            try fail(.invalidArgument)
            Issue.record("nothing was thrown")
        } catch let error as HKError {
            #expect(error.code == .errorInvalidArgument)
        }
    }

    @Test("an error is one of Foundation's")
    func foundation() {
        do {
            try fail(.anchorExpired, "the anchor is too old", field: "anchor")
        } catch {
            let foundation = error as NSError
            #expect(foundation.domain == HKErrorDomain && HKError.errorDomain == "com.apple.healthkit")
            #expect(foundation.code == HKError.Code.errorInvalidArgument.rawValue)
            #expect(error.localizedDescription == "the anchor is too old")
            #expect(foundation.localizedDescription == "the anchor is too old")
            #expect(foundation.userInfo[HKError.hearthCodeKey] as? Int == 163)
            #expect(foundation.userInfo[HKError.hearthNameKey] as? String == "ANCHOR_EXPIRED")
            #expect(foundation.userInfo[HKError.hearthFieldKey] as? String == "anchor")
            #expect((error as? HKError)?.code == .errorInvalidArgument)
            #expect((error as? HKError)?.errorUserInfo[HKError.hearthCodeKey] as? Int == 163)
        }
    }

    @Test("apps make errors themselves")
    func own() {
        #expect(HKError(.errorUserCanceled).code == .errorUserCanceled)
        #expect(HKError(.errorNoData, userInfo: ["key": 1]).userInfo["key"] as? Int == 1)
        #expect(HKError(.errorNoData) == HKError(.errorNoData))
        #expect(HKError(.errorNoData) != HKError(.unknownError))
    }

    @Test("HealthKit's codes keep their numbers, and Hearth's find the closest")
    func codes() {
        for (code, name) in ErrorCode.all {
            let error = HKError(HearthError(code, "text"))
            if code.rawValue < 100 {
                #expect(error.code.rawValue == Int(code.rawValue))
            }
            #expect(error.userInfo[HKError.hearthNameKey] as? String == name)
            #expect(error.userInfo[HKError.hearthFieldKey] == nil)
        }
        #expect(HKError.Code(ErrorCode.notOwner) == .errorAuthorizationDenied)
        #expect(HKError.Code(ErrorCode.storageFull) == .errorDatabaseInaccessible)
        #expect(HKError.Code(ErrorCode.objectNotFound) == .errorInvalidArgument)
        #expect(HKError.Code(ErrorCode.limitExceeded) == .errorDataSizeExceeded)
        #expect(HKError.Code(ErrorCode(rawValue: 9_999)) == .unknownError)
        #expect(HKError.Code(rawValue: 16) == nil)
    }
}
