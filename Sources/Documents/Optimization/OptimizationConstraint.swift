package import Analysis
import Core
import FileFormats

/// A constraint of an optimization as it is written: `error_p95_m <= 50 m`.
package struct OptimizationConstraint: Sendable, Hashable {
  package let metric: BudgetMetric
  package let side: SearchConstraint.Side
  /// In the column's unit.
  package let limit: Double
  /// It is about real phones and days: `P(battery >= 20 % after 12 h) >= 95 %`.
  package private(set) var isPromise = false

  /// What is wrong with a text, and what to write instead.
  package struct Fault: Error, Sendable, Hashable {
    package let message: String
    package let remedy: String
  }

  package init(_ metric: BudgetMetric, _ side: SearchConstraint.Side, _ limit: Double) {
    (self.metric, self.side, self.limit) = (metric, side, limit)
  }

  /// Reads a column of `compare`, `<=` or `>=`, and a limit with its unit. A bare number is in the unit that the column
  /// names.
  package init(parsing text: String) throws(Fault) {
    if let promise = try Self.promise(text) {
      self = promise
      return
    }
    var found: (sign: String, side: SearchConstraint.Side)?
    for (sign, side) in [
      ("<=", SearchConstraint.Side.atMost), (">=", .atLeast), ("≤", .atMost), ("≥", .atLeast), ("<", .atMost),
      (">", .atLeast),
    ]
    where found == nil && text.contains(sign) { found = (sign, side) }
    guard let found, let sign = text.firstRange(of: found.sign) else {
      throw Fault(
        message: "'\(text)' has no '<=' or '>='",
        remedy: "write a column of compare, the sign and the limit, such as 'error_p95_m <= 50 m'")
    }
    metric = try Self.metric(String(text[..<sign.lowerBound]))
    side = found.side
    limit = try Self.limit(String(text[sign.upperBound...]), metric)
  }

  /// A share of phones and days for which an event about the battery holds.
  ///
  /// - Returns: `nil` for another kind of limit.
  private static func promise(_ text: String) throws(Fault) -> OptimizationConstraint? {
    guard let match = text.wholeMatch(of: /\s*P\s*\((?<event>.*)\)\s*(?<sign>[^\s\d]*)\s*(?<share>.*)/) else {
      return nil
    }
    let example = "write it as 'P(battery >= 20 % after 12 h) >= 95 %'"
    guard [">=", "≥", ">"].contains(match.sign) else {
      throw Fault(message: "'\(text)' does not promise at least a share", remedy: example)
    }
    let whole = String(match.share).wholeMatch(of: /(?<percent>[1-9][0-9])\s*%\s*/)
    guard let percent = whole.flatMap({ Int($0.percent) }), percent >= 50 else {
      throw Fault(message: "'\(match.share)' is no whole share from 50 % to 99 %", remedy: example)
    }
    var event = String(match.event)
    let remainder = /\s*battery\s*(?:>=|≥|>)\s*(?<left>[0-9]+(?:\.[0-9]+)?)\s*%\s*(?:after|in)\s(?<time>.*)/
    let left = event.wholeMatch(of: remainder)
    if let left, Double(left.left) ?? 0 > 100 { throw Fault(message: "a battery has 100 % at most", remedy: example) }
    if let left { event = "battery in \(left.time) <= \(DecimalText.exact(100 - (Double(left.left) ?? 0))) %" }
    let used = try OptimizationConstraint(parsing: event)
    guard case .battery = used.metric.metric, used.side == .atMost, used.metric.quantile == nil else {
      throw Fault(message: "a promise is about the battery that is left after some hours", remedy: example)
    }
    var promise = OptimizationConstraint(BudgetMetric(used.metric.metric, quantile: percent), .atMost, used.limit)
    promise.isPromise = true
    return promise
  }

  /// A column of `compare`, or a marginal one.
  package static func metric(_ text: String) throws(Fault) -> BudgetMetric {
    let name = text.split(separator: " ").joined(separator: " ")
    guard let metric = BudgetMetric(column: name) else {
      throw Fault(
        message: "unknown metric '\(name)'",
        remedy: BudgetMetric.remedy(for: name))
    }
    return metric
  }

  /// A column of `compare` of which less is better.
  package static func small(_ text: String) throws(Fault) -> BudgetMetric {
    let metric = try self.metric(text)
    guard metric.quantile == nil else {
      throw Fault(message: "a search makes means small, not quantiles of the seeds", remedy: "leave out '(p..)'")
    }
    guard metric.unit != .share else {
      throw Fault(
        message: "of '\(metric.column)' more is better",
        remedy: "name what is to be small; a constraint can ask for more of it")
    }
    return metric
  }

  /// A limit with its unit, in the column's. A share above 1 was meant in percent.
  static func limit(_ text: String, _ metric: BudgetMetric) throws(Fault) -> Double {
    let text = text.split(separator: " ").joined(separator: " ")
    if let mended = DecimalComma.mended(text) {
      throw Fault(message: "'\(text)' has a decimal comma", remedy: DecimalComma.remedy(mended))
    }
    do throws(QuantityError) {
      let limit = try UnitText.parse(text, quantity: "limit of \(metric.column)", units: metric.unit.symbols)
      guard abs(limit) <= 1e12 else {
        throw QuantityError(message: "'\(text)' is too large for a limit", remedy: "write a smaller number")
      }
      guard metric.unit != .share || (0...1).contains(limit) else {
        throw QuantityError(
          message: "'\(text)' is \(limit < 0 ? "below 0" : "above 1"), and '\(metric.column)' is a share",
          remedy: "write a share from 0 to 100 %, such as 95 % or 0.95")
      }
      // 95 % is 0.95, and not the product of 95 and the nearest number to 0.01.
      return Double(DecimalText.significant(limit, digits: 15)) ?? limit
    } catch {
      throw Fault(message: error.message, remedy: error.remedy)
    }
  }

  /// As a person writes it; times in the largest unit of which they are a whole number.
  package var text: String {
    var (number, unit) = metric.unit == .share ? ((limit * 1e8).rounded() / 1e6, "%") : (limit, metric.unit.symbol)
    for (name, seconds) in [("h", 3600.0), ("min", 60)]
    where unit == "s" && limit != 0 && limit.truncatingRemainder(dividingBy: seconds) == 0 {
      (number, unit) = (limit / seconds, name)
    }
    if isPromise, let share = metric.quantile {
      return "P(\(BudgetMetric(metric.metric).words) <= \(DecimalText.exact(number)) \(unit)) >= \(share) %"
    }
    return
      "\(metric.words) \(side == .atMost ? "<=" : ">=") \(DecimalText.exact(number))\(unit.isEmpty ? "" : " \(unit)")"
  }
}

extension MetricUnit {
  /// Units in which limits can be written; the first is the column's own, and may be left out.
  var symbols: [UnitSymbol] {
    let bare = [UnitSymbol("", 1)]
    return switch self {
    case .joules: bare + Energy.units
    case .milliwatts: bare + Power.units.map { UnitSymbol($0.symbol, $0.factor * 1_000) }
    case .percent: bare + [UnitSymbol("%", 1)]
    case .percentPerHour: bare + [UnitSymbol("%/h", 1), UnitSymbol("%", 1)]
    case .perHour: bare + [UnitSymbol("/h", 1)]
    case .metres: bare + Distance.units
    case .seconds: bare + TimeSpan.units
    case .hours: bare + TimeSpan.units.map { UnitSymbol($0.symbol, $0.factor / 3_600) }
    case .share, .excess: bare + [UnitSymbol("%", 0.01)]
    case .count: bare
    }
  }
}

extension BudgetLimit {
  /// A limit as it is typed.
  ///
  /// - Parameter promise: what it is where it is one, which the unfavourable end of its interval decides.
  package init(
    _ constraint: OptimizationConstraint, level: BudgetLevel = .error, decideOn: DecisionBasis = .mean,
    place: BudgetPlace, promise: Promise? = nil
  ) {
    self.init(
      metric: constraint.metric,
      bound: constraint.side == .atMost ? .max(constraint.limit) : .min(constraint.limit), level: level,
      decideOn: constraint.isPromise ? .ciUpper : decideOn, place: place,
      promise: constraint.isPromise ? promise : nil)
  }
}

extension YAMLValue {
  /// What is made of a text; its fault is an error at this place.
  func parsed<Found>(
    _ parse: (String) throws(OptimizationConstraint.Fault) -> Found
  ) throws(InputError) -> Found {
    let text = try string()
    do throws(OptimizationConstraint.Fault) { return try parse(text) } catch {
      throw self.error(error.message, remedy: error.remedy)
    }
  }
}
