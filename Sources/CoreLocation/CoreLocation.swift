#if !canImport(Darwin)
    @_exported public import HearthKit
#endif
