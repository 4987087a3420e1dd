import HearthModel

extension AccessRequest {
    /// What it asks for apart from another request; nil: nothing.
    func subtracting(_ other: AccessRequest?) -> AccessRequest? {
        var rest = self
        rest.share.removeAll { other?.share.contains($0) ?? false }
        rest.read.removeAll { other?.read.contains($0) ?? false }
        return rest.share.isEmpty && rest.read.isEmpty ? nil : rest
    }

    /// The part that another request has, too; nil: there is none.
    func common(with other: AccessRequest) -> AccessRequest? {
        var common = self
        common.share = share.filter(other.share.contains)
        common.read = read.filter(other.read.contains)
        return common.share.isEmpty && common.read.isEmpty ? nil : common
    }
}
