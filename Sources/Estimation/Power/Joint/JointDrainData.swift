/// A quantity of a joint fit that is above 0, such as a power or a ratio of two, with what is known before.
public struct JointQuantity: Sendable, Hashable {
  /// A profile's key, or another name in snake case.
  public let name: String
  public let unit: String
  /// The prior is lognormal.
  public let median: Double
  public let logDeviation: Double

  public init(name: String, unit: String = "W", median: Double, logDeviation: Double) {
    self.name = name
    self.unit = unit
    self.median = median
    self.logDeviation = logDeviation
  }
}

/// One run of a phone: its gauge, and how long each state was on by each reading, as recorded.
public struct JointRun: Sendable, Hashable {
  public struct Reading: Sendable, Hashable {
    /// From the run's start.
    public let hour: Double
    /// Whole percent.
    public let level: Int
    /// Hours in each of the design's terms, from the run's start.
    public let exposure: [Double]

    public init(hour: Double, level: Int, exposure: [Double]) {
      self.hour = hour
      self.level = level
      self.exposure = exposure
    }
  }

  public let name: String
  public let timeline: String
  public let phone: String
  /// What runs side by side share, such as a day.
  public let occasion: String
  /// Whether it travels: readings scatter more around days whose legs were labelled by hand.
  public let travels: Bool
  /// In order of time; the first is the start.
  public let readings: [Reading]

  public init(name: String, timeline: String, phone: String, occasion: String, travels: Bool, readings: [Reading]) {
    self.name = name
    self.timeline = timeline
    self.phone = phone
    self.occasion = occasion
    self.travels = travels
    self.readings = readings
  }
}

/// What draws power in the runs of a joint fit.
public struct JointDesign: Sendable, Hashable {
  public let quantities: [JointQuantity]
  /// A term's power is the product of these quantities, by their places; a run's exposures are in this order.
  public let terms: [[Int]]
  /// Percent of the battery that one watt takes in an hour.
  public let percentPerWattHour: Double
  /// By how much a full gauge stays at 100 %, in percent points: normal, before the data.
  public let hold: (mean: Double, deviation: Double)
  /// How much that varies from run to run, before the data.
  public let holdSpread: Double

  public init(
    quantities: [JointQuantity], terms: [[Int]], percentPerWattHour: Double, hold: (mean: Double, deviation: Double),
    holdSpread: Double
  ) {
    self.quantities = quantities
    self.terms = terms
    self.percentPerWattHour = percentPerWattHour
    self.hold = hold
    self.holdSpread = holdSpread
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.quantities == rhs.quantities && lhs.terms == rhs.terms && lhs.percentPerWattHour == rhs.percentPerWattHour
      && lhs.hold == rhs.hold && lhs.holdSpread == rhs.holdSpread
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(quantities)
    hasher.combine(terms)
  }

  func check(_ runs: [JointRun]) throws(EstimationError) {
    guard percentPerWattHour.isFinite, percentPerWattHour > 0 else {
      throw .badInput("the capacity must be above 0 Wh")
    }
    for quantity in quantities {
      guard quantity.median.isFinite, quantity.median > 0, quantity.logDeviation.isFinite, quantity.logDeviation > 0
      else { throw .badInput("the prior of \(quantity.name) needs a median and a log-deviation above 0") }
    }
    guard terms.allSatisfy({ $0.allSatisfy(quantities.indices.contains) }) else {
      throw .badInput("a term names a quantity that the design does not have")
    }
    guard runs.count >= 8 else { throw .tooFewSamples(have: runs.count, need: 8) }
    for run in runs {
      guard run.readings.count >= 2 else { throw .badInput("run \(run.name) has fewer than 2 readings") }
      for reading in run.readings {
        guard (0...100).contains(reading.level), reading.hour.isFinite, reading.hour >= 0 else {
          throw .badInput("run \(run.name): a level is not between 0 and 100 %, or a time is negative")
        }
        guard reading.exposure.count == terms.count, reading.exposure.allSatisfy({ $0.isFinite && $0 >= 0 }) else {
          throw .badInput("run \(run.name): its exposures must be one for each term, finite and 0 or more")
        }
      }
    }
  }
}
