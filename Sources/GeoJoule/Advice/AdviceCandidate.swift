public import Analysis
public import Strategies

/// A change to a strategy that is worth simulating.
public struct AdviceCandidate: Sendable {
  public let chapter: GuideChapter
  public let title: String
  /// The change in the app's code.
  public let change: String
  public let specification: StrategySpecification
}
