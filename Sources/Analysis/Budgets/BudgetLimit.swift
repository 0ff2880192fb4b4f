package import Core

package struct BudgetLimit: Sendable, Hashable {
  package var metric: BudgetMetric
  package var bound: BudgetBound
  package var level: BudgetLevel
  package var decideOn: DecisionBasis
  package var waiver: Waiver?
  package var place: BudgetPlace
  /// `nil` for a limit on simulated figures.
  package var promise: Promise?

  /// The figure of each run that the limit is about.
  ///
  /// - Parameters:
  ///   - model: of the drawn phones; a promise needs it.
  ///   - count: how many phones are drawn, where these are some of them.
  package func values(
    of runs: [RunMetrics], none: [RunMetrics], model: PredictionModel?, count: Int? = nil
  ) -> [SeedValue] {
    guard let promise, let model else { return metric.values(of: runs, none: none) }
    return promise.values(of: metric, runs: runs, model: model, count: count)
  }

  /// Meant to hold 90 % of real runs; with a promise those of its phones and days, their screens on. `nil` for figures other than
  /// the whole phone's energy, power and drain.
  package func predictedRange(of runs: [RunMetrics], none: [RunMetrics], model: PredictionModel) -> ClosedRange<Double>?
  {
    guard promise != nil else { return model.range(of: metric, runs: runs, none: none) }
    let values = values(of: runs, none: none, model: model).compactMap(\.value).sorted()
    return NearestRankQuantile.range(perMille: 900, sorted: values)
  }

  package init(
    metric: BudgetMetric, bound: BudgetBound, level: BudgetLevel = .error, decideOn: DecisionBasis = .mean,
    waiver: Waiver? = nil, place: BudgetPlace, promise: Promise? = nil
  ) {
    (self.metric, self.bound, self.level, self.decideOn) = (metric, bound, level, decideOn)
    (self.waiver, self.place, self.promise) = (waiver, place, promise)
  }
}

package enum BudgetBound: Sendable, Hashable {
  /// At most so much, in the column's unit.
  case max(Double)
  /// At least so much, in the column's unit.
  case min(Double)
  /// At most so much more than the baseline.
  case maxIncrease(Tolerance)
  /// At most so much less than the baseline.
  case maxDecrease(Tolerance)

  /// Every key of a budget file.
  package static let keys = ["max", "min", "max_increase", "max_decrease"]

  package var key: String {
    switch self {
    case .max: "max"
    case .min: "min"
    case .maxIncrease: "max_increase"
    case .maxDecrease: "max_decrease"
    }
  }

  package var isRelative: Bool { tolerance != nil }

  /// `absolute` or `relative`: whether the limit is on a figure itself or on its change since the baseline.
  package var kind: String { isRelative ? "relative" : "absolute" }

  /// What an absolute limit allows.
  package var value: Double? {
    switch self {
    case .max(let value), .min(let value): value
    case .maxIncrease, .maxDecrease: nil
    }
  }

  package var tolerance: Tolerance? {
    switch self {
    case .max, .min: nil
    case .maxIncrease(let tolerance), .maxDecrease(let tolerance): tolerance
    }
  }
}

/// How far a figure may move against its baseline. Where both parts are given, both must be exceeded to break a limit:
/// a large percentage of almost nothing is no breach.
package struct Tolerance: Sendable, Hashable {
  /// Percent of the baseline's magnitude, seed by seed; at least 0.
  package let percent: Double?
  /// In the column's unit; at least 0.
  package let absolute: Double?

  /// - Returns: `nil` without any part: such a tolerance would say nothing.
  package init?(percent: Double?, absolute: Double?) {
    guard percent != nil || absolute != nil else { return nil }
    (self.percent, self.absolute) = (percent, absolute)
  }
}

/// What a broken limit does.
package enum BudgetLevel: String, CaseIterable, Sendable {
  case off
  /// It is reported, and the check still passes.
  case warn
  case error
}

/// Which number of the limited figure's mean over the seeds is compared with the limit.
///
/// With a `max`, a `max_increase` or a `max_decrease`, `ci_lower` breaks only when the breach is certain and `ci_upper`
/// as soon as it is possible. With a `min` it is the other way round: the number is always the one that is named.
package enum DecisionBasis: String, CaseIterable, Sendable {
  case mean
  case ciLower = "ci_lower"
  case ciUpper = "ci_upper"

  func number(of interval: MeanInterval) -> Double {
    switch self {
    case .mean: interval.mean
    case .ciLower: interval.low
    case .ciUpper: interval.high
    }
  }
}

/// A broken limit that somebody answers for, up to a day.
package struct Waiver: Sendable, Hashable {
  package let owner: String
  package let reason: String
  /// The last day on which it holds.
  package let expires: CalendarDay

  package init(owner: String, reason: String, expires: CalendarDay) {
    (self.owner, self.reason, self.expires) = (owner, reason, expires)
  }

  package func holds(on day: CalendarDay) -> Bool { day <= expires }
}

package struct BudgetPlace: Sendable, Hashable {
  /// The file as the user named it.
  package let file: String
  /// Counted from 1; 0 where it is no file, but what the user typed.
  package let line: Int
  /// Counted from 1.
  package let column: Int

  package init(file: String, line: Int, column: Int) {
    (self.file, self.line, self.column) = (file, line, column)
  }

  /// `budgets.yml:9`
  package var text: String { line > 0 ? "\(file):\(line)" : file }
}
