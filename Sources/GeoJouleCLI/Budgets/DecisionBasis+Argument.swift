package import Analysis
import ArgumentParser

extension DecisionBasis: ExpressibleByArgument {
  /// The figure of a sample that is compared with a limit; the mean where there is one seed.
  func value(of sample: SampleStatistics) -> Double {
    switch self {
    case .mean: sample.mean
    case .ciLower: sample.meanInterval?.lowerBound ?? sample.mean
    case .ciUpper: sample.meanInterval?.upperBound ?? sample.mean
    }
  }
}
