public import Foundation
internal import HearthModel

/// The store grants its owner everything; nobody else can connect to it.
extension HKHealthStore {
    /// Whether the app may save objects of a type: always, if the store holds any.
    public func authorizationStatus(for type: HKObjectType) -> HKAuthorizationStatus {
        type.type.kind.isStored ? .sharingAuthorized : .sharingDenied
    }

    /// Asks for nothing, as everything is granted.
    public func requestAuthorization(toShare typesToShare: Set<HKSampleType>, read typesToRead: Set<HKObjectType>)
        async throws
    {
        try check(typesToShare)
    }

    /// Asks for nothing, as everything is granted, and then calls `completion`.
    @preconcurrency
    public func requestAuthorization(
        toShare typesToShare: Set<HKSampleType>?,
        read typesToRead: Set<HKObjectType>?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) {
            try await $0.requestAuthorization(toShare: typesToShare ?? [], read: typesToRead ?? [])
        }
    }

    /// Whether the owner would be asked: never.
    public func statusForAuthorizationRequest(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>
    ) async throws -> HKAuthorizationRequestStatus {
        try check(typesToShare)
        return .unnecessary
    }

    /// Calls `completion` with whether the owner would be asked: never.
    @preconcurrency
    public func getRequestStatusForAuthorization(
        toShare typesToShare: Set<HKSampleType>,
        read typesToRead: Set<HKObjectType>,
        completion: @escaping @Sendable (HKAuthorizationRequestStatus, (any Error)?) -> Void
    ) {
        deliver(to: completion, otherwise: .unknown) {
            try await $0.statusForAuthorizationRequest(toShare: typesToShare, read: typesToRead)
        }
    }

    /// Asks for nothing, as every object of the type may be read.
    public func requestPerObjectReadAuthorization(for objectType: HKObjectType, predicate: NSPredicate?) async throws {
        guard objectType.requiresPerObjectAuthorization() else {
            throw HKError(.invalidArgument, "\(objectType.identifier) needs no authorization for each object.")
        }
    }

    /// Asks for nothing, as every object of the type may be read, and then calls `completion`.
    @preconcurrency
    public func requestPerObjectReadAuthorization(
        for objectType: HKObjectType,
        predicate: NSPredicate?,
        completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        report(to: completion) { try await $0.requestPerObjectReadAuthorization(for: objectType, predicate: nil) }
    }

    /// HealthKit lets nobody share correlations, which are authorized by the types of their members.
    private func check(_ types: Set<HKSampleType>) throws {
        if let type = types.first(where: { $0 is HKCorrelationType }) {
            throw HKError(
                .invalidArgument,
                "\(type.identifier) cannot be authorized: ask for the types of its members."
            )
        }
    }
}
