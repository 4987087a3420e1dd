import Foundation
import HearthModel

@testable import HearthKit

// Statements on what samples hold.
extension RandomStatements {
    mutating func metadata() -> Statement {
        let key = pick(RandomHistory.keys)
        let operation = operation()
        let value = RandomHistory.value(&random)
        switch random.int(0...6) {
        case 0:
            return Statement(HKQuery.predicateForObjects(withMetadataKey: key), "metadata \(key)") {
                $0.metadata?[key] != nil
            }
        case 1:
            let values = (0..<random.int(0...3)).map { _ in RandomHistory.value(&random) }
            return Statement(
                HKQuery.predicateForObjects(withMetadataKey: key, allowedValues: values),
                "metadata \(key) of \(values)"
            ) { sample in values.contains { Operation.equal.holds(sample.metadata?[key], of: key, $0) } }
        case 2:
            return Statement(format: "metadata.%K \(operation.sign) %@", [key, value]) {
                operation.holds($0.metadata?[key], of: key, value)
            }
        case 3:
            let absent = random.flag()
            return Statement(format: "%K.%K \(absent ? "=" : "<>") nil", [HKPredicateKeyPathMetadata, key]) {
                ($0.metadata?[key] == nil) == absent
            }
        case 4:
            let operation = pick(Operation.ofTexts)
            let text = RandomHistory.text(&random)
            return Statement(format: "metadata.%K \(operation.sign) %@", [key, text]) {
                operation.holds($0.metadata?[key], of: key, text)
            }
        case 5:
            let values = (0..<random.int(0...3)).map { _ in RandomHistory.value(&random) }
            return Statement(format: "metadata.%K IN %@", [key, values]) { sample in
                values.contains { Operation.equal.holds(sample.metadata?[key], of: key, $0) }
            }
        default:
            return Statement(
                HKQuery.predicateForObjects(withMetadataKey: key, operatorType: operation.operation, value: value),
                "metadata \(key) \(operation.sign) \(value)"
            ) { operation.holds($0.metadata?[key], of: key, value) }
        }
    }

    /// Statements that only samples of the type can satisfy.
    mutating func ofKind() -> Statement {
        switch type {
        case let type as HKQuantityType: quantity(type)
        case is HKCategoryType: category()
        case is HKWorkoutType: random.int(0...2) == 0 ? activities() : workout()
        default: metadata()
        }
    }

    // MARK: - Quantities

    private mutating func quantity(_ type: HKQuantityType) -> Statement {
        let quantity = RandomHistory.quantity(of: type, &random)
        let operation = operation()
        let unit = HKUnit(type.storageUnit)
        let value = quantity.doubleValue(for: unit)
        let statement = { (key: String, of: @escaping (HKSample) -> HKQuantity?) in
            Statement(format: "%K \(operation.sign) %@", [key, quantity]) {
                operation.holds(of($0)?.doubleValue(for: unit), value)
            }
        }
        let plain = { (sample: HKSample) in (sample as? HKQuantitySample)?.quantity }
        switch random.int(0...4) {
        case 0:
            return Statement(
                HKQuery.predicateForQuantitySamples(with: operation.operation, quantity: quantity),
                "quantity \(operation.sign) \(quantity)"
            ) { operation.holds(plain($0)?.doubleValue(for: unit), value) }
        case 1:
            let count = random.int(0...5)
            return Statement(format: "\(count) \(operation.sign) count", []) {
                operation.holds(count, ($0 as? HKQuantitySample)?.count ?? 0)
            }
        case 2:
            return statement(HKPredicateKeyPathQuantity, plain)
        default:
            guard type.aggregationStyle != .cumulative else { return statement(HKPredicateKeyPathSum, plain) }
            return discrete(operation, statement)
        }
    }

    private mutating func discrete(
        _ operation: Operation,
        _ statement: (String, @escaping (HKSample) -> HKQuantity?) -> Statement
    ) -> Statement {
        let date = RandomHistory.time(&random)
        let seconds = Double(random.int(0...4)) / 2
        let latest = { (sample: HKSample) in (sample as? HKDiscreteQuantitySample)?.mostRecentQuantityDateInterval }
        switch random.int(0...6) {
        case 0: return statement(HKPredicateKeyPathMin) { ($0 as? HKDiscreteQuantitySample)?.minimumQuantity }
        case 1: return statement(HKPredicateKeyPathMax) { ($0 as? HKDiscreteQuantitySample)?.maximumQuantity }
        case 2: return statement(HKPredicateKeyPathAverage) { ($0 as? HKDiscreteQuantitySample)?.averageQuantity }
        case 3:
            return statement(HKPredicateKeyPathMostRecent) { ($0 as? HKDiscreteQuantitySample)?.mostRecentQuantity }
        case 4:
            return Statement(format: "%K \(operation.sign) %@", [HKPredicateKeyPathMostRecentStartDate, date]) {
                operation.holds(latest($0)?.start, date)
            }
        case 5:
            return Statement(format: "most_recent_end_date \(operation.sign) %@", [date]) {
                operation.holds(latest($0)?.end, date)
            }
        default:
            // Times a moment apart are that far apart, and no multiple of half a second.
            return Statement(format: "most_recent_duration \(operation.sign) %f", [seconds]) { sample in
                operation.holds(
                    latest(sample).map { interval in
                        HearthModel.seconds(
                            from: Timestamp(clamping: interval.start),
                            to: Timestamp(clamping: interval.end)
                        )
                    },
                    seconds
                )
            }
        }
    }

    private mutating func category() -> Statement {
        let operation = operation()
        let value = random.int(0...5)
        let own = { (sample: HKSample) in (sample as? HKCategorySample)?.value }
        switch random.int(0...3) {
        case 0:
            let values = Set(
                (0..<random.int(0...3)).compactMap { _ in HKCategoryValueSleepAnalysis(rawValue: random.int(0...5)) }
            )
            return Statement(HKCategoryValueSleepAnalysis.predicateForSamples(equalTo: values), "sleep \(values)") {
                own($0).flatMap(HKCategoryValueSleepAnalysis.init).map(values.contains) ?? false
            }
        case 1:
            return Statement(format: "%K \(operation.sign) %d", [HKPredicateKeyPathCategoryValue, value]) {
                operation.holds(own($0), value)
            }
        case 2:
            return Statement(format: "value IN {1, \(value)}", []) { own($0) == 1 || own($0) == value }
        default:
            return Statement(
                HKQuery.predicateForCategorySamples(with: operation.operation, value: value),
                "value \(operation.sign) \(value)"
            ) { operation.holds(own($0), value) }
        }
    }
}

extension Operation {
    static let equal = Operation(operation: .equalTo, sign: "==")
}
