import HearthModel

extension AccessRequest {
    /// What it asks for apart from another request; nil: nothing. If only one of them is verified, they may be of different
    /// programs.
    func subtracting(_ other: AccessRequest?) -> AccessRequest? {
        guard isVerified == other?.isVerified else { return self }
        var rest = self
        rest.share.removeAll { other?.share.contains($0) ?? false }
        rest.read.removeAll { other?.read.contains($0) ?? false }
        return rest.share.isEmpty && rest.read.isEmpty ? nil : rest
    }

    /// The part that another request has, too; nil: there is none. What was asked through the app's socket and what any
    /// program could ask have nothing in common.
    func common(with other: AccessRequest) -> AccessRequest? {
        guard isVerified == other.isVerified else { return nil }
        var common = self
        common.share = share.filter(other.share.contains)
        common.read = read.filter(other.read.contains)
        return common.share.isEmpty && common.read.isEmpty ? nil : common
    }

    /// The part of a grant that is asked for; nil: nothing of it is.
    func asked(of grant: Grant) -> Grant? {
        var asked = grant
        asked.share = share.contains(grant.type) ? grant.share : nil
        asked.read = read.contains(grant.type) ? grant.read : nil
        asked.since = asked.read == nil ? nil : grant.since
        return asked.isEmpty ? nil : asked
    }
}
