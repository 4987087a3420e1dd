import HearthModel

/// What the server knows of background deliveries while it runs.
struct BackgroundState {
    /// Apps by the types that they are registered for.
    var registered = TypeIndex<String>()
    /// What each app stood in the index with.
    var registeredTypes: [String: [ObjectType]] = [:]
    /// Apps of which something was refused by a disk that may have written it.
    var doubtful: Set<String> = []
    /// The process that first registered an app, or gave it a cursor, since the server started. All clients whose process
    /// the system does not tell count as one, nil.
    var introduced: [String: Int32?] = [:]
    var telling = TellingCalls()
    var deliveries: [String: AppDeliveries] = [:]
    /// Apps to be looked at.
    var open = ReadyQueue<String>()
    /// Apps that are to be started when another one has ended.
    var waiting = ReadyQueue<String>()
    /// From the moment that they are wanted: those to be started have their room already.
    var processes: [AppProcessID: String] = [:]
    var processesSoFar: UInt64 = 0
    var orders: [ProcessOrder] = []
    var events: [DeliveryEvent] = []
    /// When the first app is to be looked at again, or earlier.
    var deadline: Int64?
}
