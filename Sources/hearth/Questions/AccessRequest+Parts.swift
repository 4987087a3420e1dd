import HearthModel

extension AccessRequest {
    /// What it asks for apart from another request; nil: nothing.
    func subtracting(_ other: AccessRequest?) -> AccessRequest? {
        var rest = self
        rest.share.removeAll { other?.share.contains($0) ?? false }
        rest.read.removeAll { other?.read.contains($0) ?? false }
        return rest.share.isEmpty && rest.read.isEmpty ? nil : rest
    }
}
