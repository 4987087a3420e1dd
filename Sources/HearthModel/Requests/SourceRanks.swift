/// Reads in which order the sources of a quantity type come, or sets it.
package struct SourceRanks: Hashable, Sendable {
    package var type: ObjectType
    /// Nil to read only.
    package var set: SourceRankList?

    package init(type: ObjectType, set: SourceRankList? = nil) {
        self.type = type
        self.set = set
    }

    /// Checks that the type has statistics, and the order.
    package func validate() throws(HearthError) {
        guard type.kind == .quantity else {
            throw HearthError(.invalidArgument, "Only the sources of quantities have an order.", field: "type")
        }
        if let set {
            try locating("set", set.validateForSaving())
        }
    }
}

/// Sources in the order that the owner has set: those that are not named come after these.
package struct SourceRankList: Hashable, Sendable {
    package var apps: [AppID]

    package init(_ apps: [AppID]) {
        self.apps = apps
    }

    fileprivate func validateForSaving() throws(HearthError) {
        guard apps.count <= Limits.rankedSources else {
            throw HearthError(
                .limitExceeded,
                "The order has \(apps.count) sources, and the limit is \(Limits.rankedSources).",
                field: "bundle_identifiers"
            )
        }
        var seen: Set<AppID> = []
        for (index, app) in apps.enumerated() where !seen.insert(app).inserted {
            throw HearthError(.invalidArgument, "The source is named twice.", field: "bundle_identifiers[\(index)]")
        }
    }
}
