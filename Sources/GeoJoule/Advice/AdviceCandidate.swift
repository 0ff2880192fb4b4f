package import Analysis
package import Strategies

/// A change to a strategy that is worth simulating.
package struct AdviceCandidate: Sendable {
  package let chapter: GuideChapter
  package let title: String
  /// The change in the app's code.
  package let change: String
  package let specification: StrategySpecification
}
