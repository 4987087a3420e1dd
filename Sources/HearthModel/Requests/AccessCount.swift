/// How much an app has read, saved and deleted of a type, and when last. It holds no values.
package struct AccessCount: Hashable, Sendable {
    /// Samples that it was sent. A statistic counts as one.
    package var read: UInt64
    /// Samples of its saves that were not stored yet.
    package var saved: UInt64
    package var deleted: UInt64
    /// When it was last sent some; nil: never.
    package var lastRead: Timestamp?
    /// When it last saved or deleted some; nil: never.
    package var lastWritten: Timestamp?

    package init(
        read: UInt64 = 0,
        saved: UInt64 = 0,
        deleted: UInt64 = 0,
        lastRead: Timestamp? = nil,
        lastWritten: Timestamp? = nil
    ) {
        self.read = read
        self.saved = saved
        self.deleted = deleted
        self.lastRead = lastRead
        self.lastWritten = lastWritten
    }

    package var isNothing: Bool { read == 0 && saved == 0 && deleted == 0 }

    package mutating func add(_ other: AccessCount) {
        read &+= other.read
        saved &+= other.saved
        deleted &+= other.deleted
        lastRead = AccessCount.later(lastRead, other.lastRead)
        lastWritten = AccessCount.later(lastWritten, other.lastWritten)
    }

    private static func later(_ one: Timestamp?, _ other: Timestamp?) -> Timestamp? {
        guard let one, let other else { return one ?? other }
        return max(one, other)
    }
}

/// What an app has read, saved and deleted.
package struct AppCounts: Hashable, Sendable {
    /// With an empty identifier: all apps that are not counted apart.
    package var app: AppID
    /// By the identifiers of their types, each type once.
    package var types: [TypeCounts]

    package init(_ app: AppID, _ types: [TypeCounts]) {
        self.app = app
        self.types = types
    }
}

/// What an app has read, saved and deleted of a type.
package struct TypeCounts: Hashable, Sendable {
    package var type: ObjectType
    /// The oldest first, each day once.
    package var days: [DayCounts]

    package init(_ type: ObjectType, _ days: [DayCounts]) {
        self.type = type
        self.days = days
    }
}

/// What an app has read, saved and deleted of a type on a day.
package struct DayCounts: Hashable, Sendable {
    package var day: Day
    package var count: AccessCount

    package init(_ day: Day, _ count: AccessCount) {
        self.day = day
        self.count = count
    }
}
