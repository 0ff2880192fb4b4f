/// How the interval of a mean is made.
package struct IntervalRule: Sendable, Hashable {
  /// The chance that the interval holds the true mean; above 0, below 1.
  package let confidence: Double
  /// Whether a decision allows for seeds that were not seen; see `MeanInterval.decisive`.
  package let allowsForUnseen: Bool
  /// Widens Student's interval where the values are skewed; see `MeanInterval`.
  package let guardsAgainstSkewness: Bool

  package init(confidence: Double, guardsAgainstSkewness: Bool = false, allowsForUnseen: Bool = false) {
    precondition(confidence > 0 && confidence < 1, "a confidence between 0 and 1")
    self.confidence = confidence
    self.guardsAgainstSkewness = guardsAgainstSkewness
    self.allowsForUnseen = allowsForUnseen
  }

  /// Student's 95 % interval, as everywhere in reports.
  package static let standard = IntervalRule(confidence: 0.95)
}
