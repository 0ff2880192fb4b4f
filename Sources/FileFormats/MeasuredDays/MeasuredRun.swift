public import World

/// A measured part of a trip.
public struct MeasuredLeg: Sendable, Hashable {
  /// As the data call it.
  public let name: String
  /// How one goes, in small letters, such as `car`; empty where it is not told.
  public let mode: String
  /// Seconds since 1970.
  public let start: Double
  /// After `start`.
  public let end: Double
  /// The ways that one may have gone, each at least two places; empty where no route is known.
  public let routes: [[GeodeticPosition]]

  public init(name: String, mode: String, start: Double, end: Double, routes: [[GeodeticPosition]]) {
    self.name = name
    self.mode = mode
    self.start = start
    self.end = end
    self.routes = routes
  }
}

/// What a meter says of a run: the phone's own gauge of current, or a monitor at its supply.
public struct MeasuredPower: Sendable, Hashable {
  /// Seconds since 1970; of the first and the last second that was measured.
  public let span: ClosedRange<Double>
  /// The mean over what was measured.
  public let watts: Double
  /// The share of the span that was measured, above 0 and up to 1.
  public let coverage: Double

  public init(span: ClosedRange<Double>, watts: Double, coverage: Double) {
    self.span = span
    self.watts = watts
    self.coverage = coverage
  }
}

/// One phone under one configuration for some hours, as it was measured.
public struct MeasuredRun: Sendable {
  public let name: String
  public let timeline: String
  public let phone: String
  /// As the data call it.
  public let configuration: String
  /// In seconds since 1970.
  public let span: ClosedRange<Double>
  /// What the gauge showed, in order of time; those that say nothing about the drain are left out.
  public let readings: [BatteryLevels.Reading]
  /// Why the drain is not judged; `nil` where it is.
  public let drainFault: String?
  /// In order of time, without overlap; empty for a run at rest.
  public let legs: [MeasuredLeg]
  /// In order of time; `nil` where the data hold none for this run.
  public let fixes: [MeasuredFix]?
  /// `nil` where the data have no power of this run.
  public let power: MeasuredPower?

  public init(
    name: String, timeline: String, phone: String, configuration: String, span: ClosedRange<Double>,
    readings: [BatteryLevels.Reading], drainFault: String? = nil, legs: [MeasuredLeg] = [], fixes: [MeasuredFix]? = nil,
    power: MeasuredPower? = nil
  ) {
    self.power = power
    self.name = name
    self.timeline = timeline
    self.phone = phone
    self.configuration = configuration
    self.span = span
    self.readings = readings
    self.drainFault = drainFault
    self.legs = legs
    self.fixes = fixes
  }
}
