// As Apple's module: code that imports Core Location and nothing else has Foundation and Dispatch too.
#if !canImport(Darwin)
    @_exported public import Dispatch
    @_exported public import Foundation
    @_exported public import HearthKit
#endif
