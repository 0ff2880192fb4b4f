/// A quantity of a joint fit that is above 0, such as a power or a ratio of two, with what is known before.
package struct JointQuantity: Sendable, Hashable {
  /// A profile's key, or another name in snake case.
  package let name: String
  package let unit: String
  /// The prior is lognormal.
  package let median: Double
  package let logDeviation: Double

  package init(name: String, unit: String = "W", median: Double, logDeviation: Double) {
    self.name = name
    self.unit = unit
    self.median = median
    self.logDeviation = logDeviation
  }
}

/// One run of a phone: its gauge, and how long each state was on by each reading, as recorded.
package struct JointRun: Sendable, Hashable {
  /// What the phone's own meter, or one at its supply, counted over a part of the run.
  package struct Energy: Sendable, Hashable {
    /// Hours in each of the design's terms, over that part.
    package let exposure: [Double]
    package let wattHours: Double
    /// Standard error in Wh.
    package let deviation: Double
    /// Whether the phone's own gauge counted it, which the design's `gauge` multiplies.
    package let isByGauge: Bool

    package init(exposure: [Double], wattHours: Double, deviation: Double, isByGauge: Bool = false) {
      self.exposure = exposure
      self.wattHours = wattHours
      self.deviation = deviation
      self.isByGauge = isByGauge
    }
  }

  /// For messages, such as the run's key in the data.
  package let name: String
  /// Where it belongs, with the other uses of its phone: a recorded day, or the strategy that it ran.
  package let timeline: String
  /// Which specimen was measured; empty where it does not matter.
  package let phone: String
  /// What runs side by side share, such as a day; empty where it is not asked for.
  package let occasion: String
  /// Whether it travels: readings scatter more around days whose legs were labelled by hand.
  package let travels: Bool
  /// Whether the phone may have been used for other things besides.
  package let mayHaveOtherUse: Bool
  /// In order of time; the first is the start.
  package let readings: [Reading]
  package let energies: [Energy]
  /// How much its drain varies for the times in states alone, as a log-deviation: that of the simulated days, 0 for recorded ones.
  package let exposureDeviation: Double

  package init(
    name: String, timeline: String, phone: String = "", occasion: String = "", travels: Bool = false,
    readings: [Reading],
    energies: [Energy] = [], exposureDeviation: Double = 0, mayHaveOtherUse: Bool = true
  ) {
    self.mayHaveOtherUse = mayHaveOtherUse
    self.energies = energies
    self.exposureDeviation = exposureDeviation
    self.name = name
    self.timeline = timeline
    self.phone = phone
    self.occasion = occasion
    self.travels = travels
    self.readings = readings
  }
}

/// What draws power in the runs of a joint fit.
package struct JointDesign: Sendable {
  package internal(set) var quantities: [JointQuantity]
  /// A term's power is the product of these quantities, by their places; a run's exposures are in this order.
  package let terms: [[Int]]
  /// Percent of the battery that one watt takes in an hour.
  package let percentPerWattHour: Double
  /// By how much a full gauge stays at 100 %, in percent points: normal, before the data.
  package let hold: (mean: Double, deviation: Double)
  /// How much that varies from run to run, before the data.
  package let holdSpread: Double
  /// Between the logarithms of two quantities, before the data: their covariance, by their places.
  package let covariances: [Pair]
  /// The quantity that divides what gauges show, such as the battery's size relative to that of `percentPerWattHour`.
  package let divisor: Int?
  /// The quantity that multiplies the energies that a phone's own gauge counts: what it reads of a watt-hour.
  package let gauge: Int?
  /// Whether each timeline and phone has a use of its own beside the terms, where its runs may have one.
  package let hasOtherUse: Bool
  /// Log-deviations of occasions and runs before the data: medians, and how well those are known.
  package let spreads: (occasion: (median: Double, logDeviation: Double), run: (median: Double, logDeviation: Double))
  /// Whether a reading's rounding is taken as normal, for runs of few readings.
  var roundsEvenly = false
  /// What location draws, and what the phone draws besides: these vary from run to run, too.
  package let parts: Parts?

  /// Terms of what the phone draws besides location, and log-deviations between runs of their sum and of the others', before the data.
  package typealias Parts = (
    resting: [Int], rest: (median: Double, logDeviation: Double), location: (median: Double, logDeviation: Double)
  )

  /// Two quantities by their places.
  package typealias Pair = (first: Int, second: Int, covariance: Double)

  /// What measured phones of one kind show; wide enough for the data to move it by a factor of three.
  package static let spreads = (occasion: (median: 0.05, logDeviation: 0.9), run: (median: 0.12, logDeviation: 0.6))

  package init(
    quantities: [JointQuantity], terms: [[Int]], percentPerWattHour: Double, hold: (mean: Double, deviation: Double),
    holdSpread: Double, covariances: [Pair] = [], divisor: Int? = nil, gauge: Int? = nil, hasOtherUse: Bool = true,
    spreads: (occasion: (median: Double, logDeviation: Double), run: (median: Double, logDeviation: Double)) =
      JointDesign.spreads, parts: Parts? = nil
  ) {
    self.parts = parts
    self.covariances = covariances
    self.divisor = divisor
    self.gauge = gauge
    self.hasOtherUse = hasOtherUse
    self.spreads = spreads
    self.quantities = quantities
    self.terms = terms
    self.percentPerWattHour = percentPerWattHour
    self.hold = hold
    self.holdSpread = holdSpread
  }

  /// The variance of a product's logarithm before the data.
  func variance(of names: [String]) -> Double {
    let places = names.compactMap { name in quantities.firstIndex { $0.name == name } }
    return places.reduce(0) { $0 + quantities[$1].logDeviation * quantities[$1].logDeviation }
      + covariances.reduce(0) {
        $0 + (places.contains($1.first) && places.contains($1.second) ? 2 * $1.covariance : 0)
      }
  }

  func check(_ runs: [JointRun]) throws(EstimationError) {
    guard percentPerWattHour.isFinite, percentPerWattHour > 0 else {
      throw .badInput("the capacity must be above 0 Wh")
    }
    for quantity in quantities {
      guard quantity.median.isFinite, quantity.median > 0, quantity.logDeviation.isFinite, quantity.logDeviation > 0
      else { throw .badInput("the prior of \(quantity.name) needs a median and a log-deviation above 0") }
    }
    // Several phones have effects and uses of their own; one phone is its powers.
    let need = Set(runs.map(\.phone)).count > 1 || hasOtherUse ? 8 : 1
    guard runs.count >= need else { throw .tooFewSamples(have: runs.count, need: need) }
    for run in runs {
      guard run.readings.count >= 2 || !run.energies.isEmpty else {
        throw .badInput("run \(run.name) has fewer than 2 readings")
      }
      guard run.exposureDeviation.isFinite, run.exposureDeviation >= 0 else {
        throw .badInput("run \(run.name): the deviation of its exposures is negative")
      }
      for energy in run.energies {
        guard energy.exposure.count == terms.count, energy.exposure.allSatisfy({ $0.isFinite && $0 >= 0 }),
          energy.wattHours.isFinite, energy.wattHours >= 0, energy.deviation.isFinite, energy.deviation > 0
        else { throw .badInput("run \(run.name): an energy or its exposures are negative or without a deviation") }
      }
      for reading in run.readings { try reading.check(run.name, components: terms.count) }
    }
  }
}
