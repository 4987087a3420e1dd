internal import HearthModel

// Names that Foundation has as well: here they are the store's.
typealias Unit = HearthModel.Unit
typealias Predicate = HearthModel.Predicate
