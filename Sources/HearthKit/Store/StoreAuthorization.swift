internal import HearthModel

/// Authorization for the store: its owner may do everything, and no other user can connect to it.
enum StoreAuthorization {
    static func status(of type: HKObjectType) -> HKAuthorizationStatus {
        type.type.kind.isStored ? .sharingAuthorized : .sharingDenied
    }

    static func requestStatus(_ types: Set<HKSampleType>) throws -> HKAuthorizationRequestStatus {
        try checkSharing(types)
        return .unnecessary
    }

    static func checkPerObjectReading(_ type: HKObjectType) throws {
        guard type.requiresPerObjectAuthorization() else {
            throw HKError(.invalidArgument, "\(type.identifier) needs no authorization for each object.")
        }
    }

    /// HealthKit does not authorize correlations, but the types of their members.
    static func checkSharing(_ types: Set<HKSampleType>) throws {
        if let type = types.first(where: { $0 is HKCorrelationType }) {
            throw HKError(
                .invalidArgument,
                "\(type.identifier) cannot be authorized: ask for the types of its members."
            )
        }
    }
}
