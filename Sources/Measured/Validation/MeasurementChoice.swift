package import DeviceModel
package import Estimation
package import FileFormats
import GeoJoule
import Core
package import Strategies
package import World

/// The runs that a phone's owner could make, and what each would tell about a question, from simulations.
package struct MeasurementChoice: Sendable {
  /// A run that could be made.
  package struct Run: Sendable, Hashable {
    package let strategy: String
    /// `at rest` or `on the move`.
    package let place: String
    package let hours: Double
    /// What the gauge is expected to fall by, in percent points.
    package let drop: Double
    package let candidate: MeasurementPlan.Candidate
  }

  /// The asked drain, or the difference of two, in %/h with the profile's means.
  package let answer: Double
  /// Before any run.
  package let plan: MeasurementPlan
  /// Those whose fall a gauge of whole percents shows: 1 to 90 points.
  package let runs: [Run]

  /// - Parameters:
  ///   - question: a strategy, or two of which the first's drain less the second's is asked.
  ///   - scenario: the day of the question.
  ///   - strategies: what could be run.
  ///   - hours: how long a run may be, rising, at least one.
  ///   - seeds: simulated days that times in states are averaged over.
  package init(
    question: [StrategySpecification], on scenario: Scenario, strategies: [StrategySpecification], hours: [Double],
    device: DeviceProfile, network: NetworkProfile, seeds: Int
  ) throws(InputError) {
    var requests = question.map { ($0, scenario, [scenario.horizon]) as PhoneDesign.Request }
    let places = [("at rest", Self.rest(hours: hours.last ?? 8)), ("on the move", Self.ride(hours: hours.last ?? 8))]
    let instants = hours.map { Instant.seconds($0 * 3600) }
    for (_, day) in places {
      for strategy in strategies { requests.append((strategy, day, instants)) }
    }
    let (design, found) = try PhoneDesign.expecting(requests, device: device, network: network, seeds: seeds)
    let dayHours = (scenario.horizon - .start).seconds / 3600
    var (answer, gradient) = (0.0, [Double](repeating: 0, count: design.design.quantities.count))
    for (sign, expectation) in zip([1.0, -1], found.prefix(question.count).compactMap(\.first)) {
      let drain = sign * expectation.percent / dayHours
      answer += drain
      for place in gradient.indices { gradient[place] += drain * expectation.gradient[place] }
    }
    self.answer = answer
    let discrepancy = device.discrepancy
    do {
      plan = try MeasurementPlan(
        covariance: design.covariance, question: gradient, dayDeviation: discrepancy.occasion)
    } catch {
      throw InputError(
        file: nil, message: "nothing can be planned with the device '\(device.name)': \(error)",
        remedy: "check the deviations and correlations of its profile")
    }
    var runs: [Run] = []
    for (number, expectations) in found.dropFirst(question.count).enumerated() {
      let (place, strategy) = (places[number / strategies.count].0, strategies[number % strategies.count].name)
      for (hours, expectation) in zip(hours, expectations) where (1...90).contains(expectation.percent) {
        runs.append(
          Run(
            strategy: strategy, place: place, hours: hours, drop: expectation.percent,
            candidate: .init(
              name: strategy, hours: hours, gradient: expectation.gradient,
              deviation: Self.deviation(
                drop: expectation.percent, times: expectation.logDeviation, run: discrepancy.run))))
      }
    }
    self.runs = runs
  }

  /// The standard error of the logarithm of a run's fall: two readings of whole percents, the run itself, and its times in states.
  static func deviation(drop: Double, times: Double, run: Double) -> Double {
    (2 / (12 * drop * drop) + run * run + times * times).squareRoot()
  }

  private static let home = GeodeticPosition(latitude: 47.1, longitude: 8.2)

  static func rest(hours: Double) -> Scenario { Scenario(restingAt: home, seconds: hours * 3600) }

  /// A drive to the east at 12 m/s, all of the time.
  static func ride(hours: Double) -> Scenario {
    // A degree of longitude is 75.8 km here.
    let east = GeodeticPosition(latitude: home.latitude, longitude: home.longitude + 12 * hours * 3600 / 75_800)
    return Scenario(
      legs: [TimedLeg(start: 0, end: hours * 3600, way: [home, east])], span: 0...hours * 3600, name: "on the move")
      ?? rest(hours: hours)
  }
}
