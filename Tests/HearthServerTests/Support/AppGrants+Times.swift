import HearthModel

extension AppGrants {
    /// The decisions, whenever they were made.
    var withoutTimes: AppGrants {
        AppGrants(
            app,
            grants.map { grant in
                var grant = grant
                grant.decided = nil
                return grant
            }
        )
    }
}
