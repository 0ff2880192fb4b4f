import RealModule

/// A mean with an interval at any confidence.
///
/// Student's interval is exact for normal values. For skewed ones its ends are off by about skewness / sqrt(n), always
/// to the side that decides too early: a mean of a few seeds without the rare bad day. Where it is asked for, the
/// interval is widened to hold the one of Hall's transformation, which removes that error to the next order:
/// g(w) = w + a w^2 / 3 + a^2 w^3 / 27 + a / (6 n) with w = (mean - true mean) / s and a the sample's skewness; its
/// inverse is 3 / a ((1 + a (y - a / (6 n)))^(1/3) - 1).
///
/// Source: P. Hall, "On the removal of skewness by transformation", J. R. Stat. Soc. B 54 (1992) 221-228. Hall takes
/// the normal quantile; Student's is used, which is a little wider.
package struct MeanInterval: Sendable, Hashable {
  package let count: Int
  package let mean: Double
  /// Minus infinity for one value, which says nothing about its mean's error.
  package let low: Double
  /// Infinity for one value.
  package let high: Double

  init(mean: Double, low: Double, high: Double, count: Int) {
    (self.mean, self.low, self.high, self.count) = (mean, low, high, count)
  }

  /// Sums run in the order given and from the first value on, so that equal values have their own value as mean.
  ///
  /// - Parameters:
  ///   - values: finite; `nil` is returned when there are none.
  ///   - bounds: between which every value is; see `ExactShare.widened`.
  ///   - quantile: Student's, for the rule's confidence and so many values, where it is known already.
  package init?(
    _ values: [Double], _ rule: IntervalRule, within bounds: ClosedRange<Double> = -.infinity ... .infinity,
    quantile: Double? = nil
  ) {
    guard let first = values.first else { return nil }
    count = values.count
    let n = Double(values.count)
    let mean = first + values.reduce(0) { $0 + ($1 - first) } / n
    self.mean = mean
    guard values.count > 1 else {
      (low, high) = (-.infinity, .infinity)
      return
    }
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let deviation = (squares / (n - 1)).squareRoot()
    let known = quantile ?? StudentT.quantile(1 - (1 - rule.confidence) / 2, degreesOfFreedom: n - 1)
    let reach = known / n.squareRoot()
    var (below, above) = (reach, reach)
    if rule.guardsAgainstSkewness, squares > 0 {
      let spread = (squares / n).squareRoot()
      let skewness = values.reduce(0) { $0 + Double.pow(($1 - mean) / spread, 3) } / n
      // Below this the two intervals are equal, and the formula loses its digits.
      if abs(skewness) > 1e-4 {
        func inverse(_ y: Double) -> Double {
          3 / skewness * (Double.root(1 + skewness * (y - skewness / (6 * n)), 3) - 1)
        }
        below = max(below, inverse(reach))
        above = max(above, -inverse(-reach))
      }
    }
    let ends = ExactShare.widened(
      (mean - below * deviation)...(mean + above * deviation), of: values, within: bounds, confidence: rule.confidence)
    (low, high) = (ends.lowerBound, ends.upperBound)
  }

  /// What the value of a seed that was not drawn may be.
  enum Unseen: Sendable {
    /// Of a figure, which has these bounds.
    case figure(within: ClosedRange<Double>)
    /// Of a difference between two runs of a seed, of figures with this range.
    case difference(range: Double)
  }

  /// Chosen on 280 figures of 16 strategies, and checked on 351 of 18 others. For differences it was chosen on 121,
  /// and checked on 196 of other days. One range from 64 seeds on decides sooner, and wrongly where one day in 400 carries the
  /// mean: reports/validation/intervals.md.
  private static let (figureReach, meanReach) = (3.0, 0.1)
  /// Sums of joules differ by less than this part of them where they would be equal: a range of no more is none.
  static let rounding = 1e-9

  /// The interval that a test decides on: it holds those of the same values with one more seed that lies above all that were
  /// seen, and as far below.
  ///
  /// A few seeds of a figure with rare bad days hold none of them, or one: neither Student's interval nor Hall's knows
  /// what is missing. Nothing free of assumptions does without a bound of the values (Bahadur and Savage, Annals of
  /// Mathematical Statistics 27, 1956). So one seed more stands for what was not drawn; its weight falls as 1 / n, like the
  /// chance of the unseen (Good 1953). A share's is its bound. Other figures' bounds, such as the length of the day for a
  /// latency, are too far to decide anything (Maurer and Pontil's empirical Bernstein bound, COLT 2009): theirs is three
  /// ranges beyond all that was seen, or a tenth of the mean from it if that is more. Differences of shares have the shares' bounds,
  /// others lie up to three of their own ranges away. Equal values have no range and decide nothing.
  ///
  /// - Parameter size: of the figures and their limit, which tells a range from rounding.
  static func decisive(
    _ values: [Double], _ rule: IntervalRule, unseen: Unseen, size: Double
  ) -> (low: Double, high: Double)? {
    let bounds = if case .figure(let bounds) = unseen { bounds } else { -Double.infinity ... .infinity }
    guard let plain = MeanInterval(values, rule, within: bounds), var least = values.min(), var most = values.max()
    else { return nil }
    guard rule.allowsForUnseen else { return (plain.low, plain.high) }
    let (range, rounding) = (most - least, rounding * size)
    switch unseen {
    case .figure where range > rounding && bounds.lowerBound.isFinite && bounds.upperBound.isFinite:
      (least, most) = (bounds.lowerBound, bounds.upperBound)
    case .figure where range > rounding:
      let reach = figureReach * range
      let ofMean = meanReach * abs(plain.mean)
      least = max(bounds.lowerBound, min(least - reach, plain.mean - ofMean))
      most = min(bounds.upperBound, max(most + reach, plain.mean + ofMean))
    case .difference(let ofFigure) where max(ofFigure, range) > rounding:
      let reach = figureReach * max(ofFigure, range)
      (least, most) = (least - reach, most + reach)
    case .figure, .difference: return (-.infinity, .infinity)
    }
    guard let above = MeanInterval(values + [most], rule), let below = MeanInterval(values + [least], rule) else {
      return nil
    }
    return (min(plain.low, below.low), max(plain.high, above.high))
  }
}
