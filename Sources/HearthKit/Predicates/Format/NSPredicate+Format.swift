public import Foundation

// Foundation's own initialisers with a format are unavailable on Linux; these take precedence over them.
extension NSPredicate {
    /// Parses a text, with a value for each `%@` and a key path for each `%K`:
    ///
    ///     NSPredicate(format: "%K >= %@ AND metadata.HKWasUserEntered != YES", HKPredicateKeyPathEndDate, date)
    ///
    /// Keys are the constants `HKPredicateKeyPath…`; what is compared is there with each of them. A text that cannot be
    /// read stops the program, as it does in Foundation.
    public convenience init(format predicateFormat: String, _ arguments: Any...) {
        self.init(format: predicateFormat, argumentArray: arguments)
    }

    /// Parses a text with a list for its one `%@`. Without this, Swift would take a single `[Any]` as all of the
    /// arguments.
    public convenience init<Element>(format predicateFormat: String, _ list: [Element]) {
        self.init(format: predicateFormat, argumentArray: [list])
    }

    /// Parses a text, with a value for each `%@` and a key path for each `%K`.
    public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        do throws(FormatFault) {
            let condition = try FormatParser.condition(predicateFormat, arguments ?? [])
            self.init(made: StorePredicate(condition), of: NSPredicate.self)
        } catch {
            fatalError(error.description)
        }
    }
}

/// A class whose convenience initialisers may return an instance of a subclass, as in Foundation.
protocol MadeOfSubclass {}

extension MadeOfSubclass {
    /// The object itself.
    init<Base: AnyObject>(made object: Base, of _: Base.Type) {
        guard let made = object as? Self else {
            fatalError("a subclass of the app's own cannot be made like this: use \(Base.self)")
        }
        self = made
    }
}

extension NSPredicate: MadeOfSubclass {}
