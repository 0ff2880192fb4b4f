/// How much runs of a phone would tell about a question: linear Bayesian design.
///
/// Unknowns are normal with a covariance C, such as logarithms of powers before the data. A run shows one number, g . x + e, where e
/// has the deviation r; the question is q . x. The run lowers the question's variance from q'Cq to
/// q'Cq - (q'Cg)^2 / (g'Cg + r^2) (Chaloner and Verdinelli 1995), whatever it shows. Repeated runs have errors of their own, and
/// runs of one day share what is particular to it: each day is one more unknown.
///
/// Range of validity: deviations of the logarithms up to about 0.5, beyond which drains are no longer linear in them.
package struct MeasurementPlan: Sendable, Hashable {
  /// A run that could be made.
  package struct Candidate: Sendable, Hashable {
    package let name: String
    package let hours: Double
    /// What a step of each unknown changes of what the run shows.
    package let gradient: [Double]
    /// The standard error of what it shows, without its day's.
    package let deviation: Double

    package init(name: String, hours: Double, gradient: [Double], deviation: Double) {
      self.name = name
      self.hours = hours
      self.gradient = gradient
      self.deviation = deviation
    }
  }

  /// A run of a plan.
  package struct Step: Sendable, Hashable {
    /// Among the candidates.
    package let candidate: Int
    /// On which day, from 0 over all that was planned.
    package let day: Int
    /// The deviation of the answer once this and all runs before it are made.
    package let deviation: Double
  }

  /// Of the unknowns and then the days, given the runs so far.
  package private(set) var covariance: [[Double]]
  package private(set) var question: [Double]
  /// How far what runs of one day show lies off together.
  package let dayDeviation: Double
  private let unknowns: Int

  /// - Parameters:
  ///   - question: what a step of each unknown changes of the answer.
  ///   - dayDeviation: how far what runs of one day show lies off together.
  /// - Throws: `badInput` for sizes that do not fit, numbers that are not finite, and a covariance without a meaning.
  package init(covariance: [[Double]], question: [Double], dayDeviation: Double = 0) throws(EstimationError) {
    guard covariance.count == question.count, covariance.allSatisfy({ $0.count == question.count }) else {
      throw .badInput("the covariance and the question are of different unknowns")
    }
    guard question.allSatisfy(\.isFinite), covariance.allSatisfy({ $0.allSatisfy(\.isFinite) }),
      covariance.indices.allSatisfy({ covariance[$0][$0] >= 0 })
    else { throw .badInput("the covariance or the question is not finite, or a variance is negative") }
    guard dayDeviation.isFinite, dayDeviation >= 0 else { throw .badInput("the deviation of days is not a size") }
    self.covariance = covariance
    self.question = question
    self.dayDeviation = dayDeviation
    unknowns = question.count
  }

  /// What a step of each unknown and each day changes of what the run shows on a day.
  private func gradient(_ run: Candidate, day: Int) -> [Double] {
    run.gradient + (unknowns..<covariance.count).map { $0 - unknowns == day ? 1 : 0 }
  }

  /// Of the answer, given the runs so far.
  package var deviation: Double { max(0, dot(question, times(question))).squareRoot() }

  private func times(_ vector: [Double]) -> [Double] { covariance.map { dot($0, vector) } }

  /// Of the answer, were this run made too, on a day of its own.
  package func deviation(after run: Candidate) -> Double {
    var plan = self
    plan.addDay()
    plan.add(plan.gradient(run, day: covariance.count - unknowns), variance: run.deviation * run.deviation)
    return plan.deviation
  }

  private mutating func add(_ gradient: [Double], variance: Double) {
    let column = times(gradient)
    let total = dot(gradient, column) + variance
    guard total > 0 else { return }
    for i in covariance.indices {
      for j in covariance.indices { covariance[i][j] -= column[i] * column[j] / total }
    }
  }

  /// One more day, on which nothing was run.
  private mutating func addDay() {
    for row in covariance.indices { covariance[row].append(0) }
    question.append(0)
    covariance.append([Double](repeating: 0, count: question.count))
    covariance[question.count - 1][question.count - 1] = dayDeviation * dayDeviation
  }

  /// On further days, adds the run that lowers the variance most for each of its hours, until the hours of each day are used or
  /// nothing lowers it by a thousandth; runs may be repeated. Of equal ones the first is taken.
  package mutating func addBest(of candidates: [Candidate], days: Int, hoursEach: Double) -> [Step] {
    let first = covariance.count - unknowns
    for _ in 0..<days { addDay() }
    var (left, steps) = ([Double](repeating: hoursEach, count: days), [Step]())
    while true {
      let before = deviation
      var best: (candidate: Int, day: Int, gain: Double)?
      for (place, candidate) in candidates.enumerated() where candidate.hours > 0 {
        for day in left.indices where candidate.hours <= left[day] + 1e-9 {
          var made = self
          made.add(gradient(candidate, day: first + day), variance: candidate.deviation * candidate.deviation)
          let after = made.deviation
          let gain = (before * before - after * after) / candidate.hours
          if gain > best?.gain ?? 0 { best = (place, day, gain) }
        }
      }
      guard let found = best, found.gain * candidates[found.candidate].hours > 1e-3 * before * before else {
        return steps
      }
      let run = candidates[found.candidate]
      add(gradient(run, day: first + found.day), variance: run.deviation * run.deviation)
      left[found.day] -= run.hours
      steps.append(Step(candidate: found.candidate, day: first + found.day, deviation: deviation))
    }
  }
}
