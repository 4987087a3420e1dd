internal import CHearthProtocol
internal import HearthModel

extension AccessList: WireMessage {
    static var initialize: MessageInitializer<Hearth__V1__AccessList> { hearth__v1__access_list__init }

    init(_ message: Hearth__V1__AccessList, _ reader: MessageReader) throws(HearthError) {
        let decisions: [AppGrants?] = try reader.knownMessages(message.decisions, message.n_decisions, "decisions")
        self.init(
            try reader.messages(message.apps, message.n_apps, "apps"),
            decisions: decisions.compactMap(\.self),
            requests: try reader.messages(message.requests, message.n_requests, "requests"),
            requestsNumber: message.requests_number,
            asks: message.asks != 0,
            counts: try reader.messages(message.counts, message.n_counts, "counts"),
            saveRefusals: try reader.messages(message.save_refusals, message.n_save_refusals, "save_refusals")
        )
    }

    func write(to message: inout Hearth__V1__AccessList, _ writer: MessageWriter) {
        message.n_apps = apps.count
        message.apps = writer.messages(apps)
        message.n_decisions = decisions.count
        message.decisions = writer.messages(decisions)
        message.n_requests = requests.count
        message.requests = writer.messages(requests)
        message.requests_number = requestsNumber
        message.asks = asks ? 1 : 0
        message.n_counts = counts.count
        message.counts = writer.messages(counts)
        message.n_save_refusals = saveRefusals.count
        message.save_refusals = writer.messages(saveRefusals)
    }
}
