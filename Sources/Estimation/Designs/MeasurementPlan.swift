/// How much runs of a phone would tell about a question: linear Bayesian design.
///
/// Unknowns are normal with a covariance C, such as logarithms of powers before the data. A run shows one number, g . x + e, where e
/// has the deviation r; the question is q . x. The run lowers the question's variance from q'Cq to
/// q'Cq - (q'Cg)^2 / (g'Cg + r^2) (Chaloner and Verdinelli 1995), whatever it shows. Repeated runs have errors of their own.
///
/// Range of validity: deviations of the logarithms up to about 0.5, beyond which drains are no longer linear in them.
public struct MeasurementPlan: Sendable, Hashable {
  /// A run that could be made.
  public struct Candidate: Sendable, Hashable {
    public let name: String
    public let hours: Double
    /// What a step of each unknown changes of what the run shows.
    public let gradient: [Double]
    /// The standard error of what it shows.
    public let deviation: Double

    public init(name: String, hours: Double, gradient: [Double], deviation: Double) {
      self.name = name
      self.hours = hours
      self.gradient = gradient
      self.deviation = deviation
    }
  }

  /// A run of a plan.
  public struct Step: Sendable, Hashable {
    /// Among the candidates.
    public let candidate: Int
    /// The deviation of the answer once this and all runs before it are made.
    public let deviation: Double
  }

  /// Of the unknowns, given the runs so far.
  public private(set) var covariance: [[Double]]
  public let question: [Double]

  /// - Parameter question: what a step of each unknown changes of the answer.
  /// - Throws: `badInput` for sizes that do not fit, numbers that are not finite, and a covariance without a meaning.
  public init(covariance: [[Double]], question: [Double]) throws(EstimationError) {
    guard covariance.count == question.count, covariance.allSatisfy({ $0.count == question.count }) else {
      throw .badInput("the covariance and the question are of different unknowns")
    }
    guard question.allSatisfy(\.isFinite), covariance.allSatisfy({ $0.allSatisfy(\.isFinite) }),
      covariance.indices.allSatisfy({ covariance[$0][$0] >= 0 })
    else { throw .badInput("the covariance or the question is not finite, or a variance is negative") }
    self.covariance = covariance
    self.question = question
  }

  /// Of the answer, given the runs so far.
  public var deviation: Double { max(0, Self.product(question, times(question))).squareRoot() }

  private static func product(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private func times(_ vector: [Double]) -> [Double] { covariance.map { Self.product($0, vector) } }

  /// Of the answer, were this run made too.
  public func deviation(after run: Candidate) -> Double {
    let column = times(run.gradient)
    let total = Self.product(run.gradient, column) + run.deviation * run.deviation
    guard total > 0 else { return deviation }
    let shared = Self.product(question, column)
    return max(0, Self.product(question, times(question)) - shared * shared / total).squareRoot()
  }

  /// Takes a run as made.
  public mutating func add(_ run: Candidate) {
    let column = times(run.gradient)
    let total = Self.product(run.gradient, column) + run.deviation * run.deviation
    guard total > 0 else { return }
    for i in covariance.indices {
      for j in covariance.indices { covariance[i][j] -= column[i] * column[j] / total }
    }
  }

  /// Adds the run that lowers the variance most for each of its hours, until the hours are used or nothing lowers it by a
  /// thousandth; runs may be repeated. Of equal ones the first is taken.
  public mutating func addBest(of candidates: [Candidate], hours: Double) -> [Step] {
    var (left, steps) = (hours, [Step]())
    while true {
      let before = deviation
      var best: (candidate: Int, gain: Double)?
      for (place, candidate) in candidates.enumerated() where candidate.hours > 0 && candidate.hours <= left + 1e-9 {
        let after = deviation(after: candidate)
        let gain = (before * before - after * after) / candidate.hours
        if gain > best?.gain ?? 0 { best = (place, gain) }
      }
      guard let found = best, found.gain * candidates[found.candidate].hours > 1e-3 * before * before else {
        return steps
      }
      add(candidates[found.candidate])
      left -= candidates[found.candidate].hours
      steps.append(Step(candidate: found.candidate, deviation: deviation))
    }
  }
}
