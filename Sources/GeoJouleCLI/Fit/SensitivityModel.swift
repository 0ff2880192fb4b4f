import Analysis
import DeviceModel
import Estimation
import GeoJoule
import Strategies
import Synchronization

/// The answer of a simulation as a function of its parameters, each given as a share of its distribution.
struct SensitivityModel: Sendable {
  struct Parameter: Sendable {
    /// With `network: ` before a network's key.
    let name: String
    let key: String
    let isNetwork: Bool
    let quantile: TruncatedQuantile
  }

  let request: ComparisonRequest
  let metric: Metric
  /// The strategy at index 1 is subtracted.
  let isDifference: Bool
  let parameters: [Parameter]

  /// Every value that varies and whose name begins with one of the prefixes.
  static func parameters(_ request: ComparisonRequest, prefixes: [String]) -> [Parameter] {
    func found(_ values: [String: ProfileValue], isNetwork: Bool) -> [Parameter] {
      values.keys.sorted().compactMap { key in
        let name = isNetwork ? "network: \(key)" : key
        guard let value = values[key], value.distribution != .fixed,
          prefixes.isEmpty || prefixes.contains(where: { key.hasPrefix($0) || name.hasPrefix($0) }),
          let quantile = TruncatedQuantile(
            mean: value.mean, deviation: value.deviation, range: value.range,
            isLognormal: value.distribution == .lognormal)
        else { return nil }
        return Parameter(name: name, key: key, isNetwork: isNetwork, quantile: quantile)
      }
    }
    return found(request.device.values, isNetwork: false) + found(request.network.values, isNetwork: true)
  }

  /// The mean over the seeds; `nil` where the metric has none.
  func answer(_ shares: [Double]) async throws -> Double? {
    var request = request
    for (parameter, share) in zip(parameters, shares) {
      let value = parameter.quantile.value(share)
      if parameter.isNetwork {
        request.network.values[parameter.key]?.mean = value
      } else {
        request.device.values[parameter.key]?.mean = value
      }
    }
    request.parameters = .fixed
    request.jobs = 1
    let rows = try await Comparison.run(request).rows
    guard let first = rows.first?[metric]?.mean else { return nil }
    guard isDifference else { return first }
    return rows[1][metric].map { first - $0.mean }
  }

  /// Answers in the order of the points; each worker takes the next one.
  ///
  /// - Throws: `SensitivityFault` where an answer is missing.
  func answers(
    _ points: [[Double]], jobs: Int, progress: @escaping @Sendable (Int) -> Void
  ) async throws -> [Double] {
    let counter = PointCounter()
    return try await withThrowingTaskGroup(of: [(Int, Double)].self) { group in
      for _ in 0..<min(jobs, points.count) {
        group.addTask {
          var results: [(Int, Double)] = []
          while let index = counter.take(below: points.count) {
            try Task.checkCancellation()
            guard let value = try await answer(points[index]) else { throw SensitivityFault(metric: metric) }
            results.append((index, value))
            progress(counter.finish())
          }
          return results
        }
      }
      var answers = [Double](repeating: 0, count: points.count)
      for try await results in group {
        for (index, value) in results { answers[index] = value }
      }
      return answers
    }
  }
}

/// A run gave no figure to compare.
struct SensitivityFault: Error {
  let metric: Metric
}

/// Hands out points to workers, and counts those that are done.
final class PointCounter: Sendable {
  private let next = Atomic<Int>(0)
  private let done = Atomic<Int>(0)

  func take(below count: Int) -> Int? {
    let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
    return index < count ? index : nil
  }

  func finish() -> Int { done.wrappingAdd(1, ordering: .relaxed).newValue }
}
