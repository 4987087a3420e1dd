internal import Foundation
internal import HearthClient
internal import HearthModel

/// What the app may save and read, as the store's owner has decided.
struct StoreAuthorization {
    private let connection: Connection

    init(_ connection: Connection) {
        self.connection = connection
    }

    // MARK: - Saving

    /// Whether the app may save objects of a type. Blocks the caller. Without an answer of the server as if the app had not
    /// asked.
    func sharingStatus(of type: HKObjectType) -> HKAuthorizationStatus {
        let type = type.type
        guard type.kind.isStored else { return .sharingDenied }
        let types = StoreAuthorization.types(decidedFor: type)
        let answer = try? Blocking.wait { [connection] in
            try await StoreAuthorization(connection).status(Authorization(share: types))
        }
        let permissions = (answer ?? AuthorizationStatus([])).types.map { $0.share ?? .undetermined }
        // A blood pressure is saved by who may save both of its values, and a meal by who may save a nutrient.
        let order: [Permission] =
            type == .food ? [.allowed, .undetermined, .denied] : [.denied, .undetermined, .allowed]
        switch order.first(where: permissions.contains) {
        case .allowed?: return .sharingAuthorized
        case .denied?: return .sharingDenied
        default: return .notDetermined
        }
    }

    /// The types about which the owner decides: of a correlation those of its members.
    private static func types(decidedFor type: ObjectType) -> [ObjectType] {
        type.kind == .correlation ? ObjectType.all.filter(type.allowsMember) : [type]
    }

    // MARK: - Asking

    /// Asks the owner for what is not decided, and waits for the answer without returning it.
    func request(toShare share: Set<HKSampleType>, read: Set<HKObjectType>) async throws {
        try await ask(StoreAuthorization.authorization(share, read))
    }

    /// Whether the owner would be asked.
    func requestStatus(toShare share: Set<HKSampleType>, read: Set<HKObjectType>) async throws
        -> HKAuthorizationRequestStatus
    {
        let answer = try await status(StoreAuthorization.authorization(share, read))
        return answer.isDecided ? .unnecessary : .shouldRequest
    }

    /// Asks the owner for a type that needs authorization for each object, which is given for the type as a whole.
    func requestPerObjectReading(of type: HKObjectType) async throws {
        guard type.requiresPerObjectAuthorization() else {
            throw HKError(.invalidArgument, "\(type.identifier) needs no authorization for each object.")
        }
        try await ask(Authorization(read: [type.type]))
    }

    private func ask(_ authorization: Authorization) async throws {
        var request = authorization
        request.isRequest = true
        request.shareUsage = StoreAuthorization.usage("NSHealthUpdateUsageDescription")
        request.readUsage = StoreAuthorization.usage("NSHealthShareUsageDescription")
        guard try await status(request).isDecided else {
            throw HKError(
                .authorizationNotDetermined,
                "The store's owner has not answered yet: 'hearth status' shows the question."
            )
        }
    }

    /// Why the app wants something, as its manifest says.
    private static func usage(_ key: String) -> String {
        let text = Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
        return text.utf8.count <= Int(Limits.standard.stringBytes) ? text : ""
    }

    // MARK: - Reading

    /// The time before which samples of other apps end that the app may not read, of the types that have one.
    func earliestDates(of types: Set<HKObjectType>) async throws -> [HKObjectType: Date] {
        let asked = types.filter { $0.type.isAskedFor }
        let decided = Set(asked.flatMap { StoreAuthorization.types(decidedFor: $0.type) })
        let answer = try await status(Authorization(read: decided.sorted { $0.identifier < $1.identifier }))
        let limits = Dictionary(answer.types.map { ($0.type, $0.since) }) { first, _ in first }
        var dates: [HKObjectType: Date] = [:]
        for type in asked {
            let members = StoreAuthorization.types(decidedFor: type.type).map { limits[$0] ?? nil }
            let known = members.compactMap(\.self)
            // A blood pressure is read with both of its values, and a meal with one nutrient.
            let isLimited = type.type != .food || known.count == members.count
            dates[type] = isLimited ? (type.type == .food ? known.min() : known.max())?.date : nil
        }
        return dates
    }

    // MARK: - The server

    /// What the server says. One that is too old to be asked allows everything.
    private func status(_ request: Authorization) async throws -> AuthorizationStatus {
        try await HKError.translating {
            do {
                return try await connection.authorization(request)
            } catch let error as HearthError where error.code == .unimplemented {
                return AuthorizationStatus(request.types.map { TypeAuthorization($0, share: .allowed) })
            }
        }
    }

    /// What an app asks for, without types that the store cannot hold.
    private static func authorization(_ share: Set<HKSampleType>, _ read: Set<HKObjectType>) throws -> Authorization {
        for type in read.union(share) where type is HKCorrelationType {
            throw notAuthorizable(type, "ask for the types of its members")
        }
        for type in read where type.requiresPerObjectAuthorization() {
            throw notAuthorizable(type, "ask with requestPerObjectReadAuthorization(for:predicate:)")
        }
        return Authorization(
            share: share.map(\.type).filter(\.isAskedFor),
            read: read.map(\.type).filter(\.isAskedFor)
        )
    }

    /// HealthKit raises an exception.
    private static func notAuthorizable(_ type: HKObjectType, _ advice: String) -> HKError {
        HKError(.invalidArgument, "\(type.identifier) cannot be authorized: \(advice).")
    }
}
