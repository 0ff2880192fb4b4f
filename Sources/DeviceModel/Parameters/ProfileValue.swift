/// How far a number can be trusted.
package enum Trust: String, CaseIterable, Sendable {
  /// Measured by this project on named data.
  case measured
  /// Read in a paper, a data set or a tool's published constants.
  case published
  /// Declared by the manufacturer.
  case declared
  /// Fitted by this project to named data.
  case fitted
  /// Judgement, anchored on the source named.
  case estimate
}

/// One number of a profile, with its uncertainty and where it comes from. All numbers are in SI units.
package struct ProfileValue: Sendable, Equatable {
  /// How the value varies from device to device; `fixed` does not.
  package enum Distribution: String, CaseIterable, Sendable { case normal, lognormal, fixed }

  /// The mean of the value itself (not of its logarithm).
  package var mean: Double
  /// The standard deviation of the value itself; 0 when it does not vary.
  package var deviation: Double
  /// Draws are truncated to this range.
  package var range: ClosedRange<Double>
  /// How draws vary.
  package var distribution: Distribution
  /// How far the number can be trusted.
  package var trust: Trust
  /// Where it comes from; never empty.
  package var source: String

  /// The largest deviation of a log-normal value, as a multiple of its mean: the 97.5 % quantile is then some 4500
  /// times the 2.5 % quantile, beyond any spread between phones.
  package static let largestLogNormalSpread = 10.0

  /// Not checked: the profile's `validate()` does.
  package init(
    mean: Double, deviation: Double, range: ClosedRange<Double>, distribution: Distribution, trust: Trust,
    source: String
  ) {
    self.mean = mean
    self.deviation = deviation
    self.range = range
    self.distribution = distribution
    self.trust = trust
    self.source = source
  }
}
