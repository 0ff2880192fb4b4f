package import Quantities

/// One part of a scripted day: a stay or a way.
package struct Leg: Sendable, Hashable {
  /// When a stay ends.
  package enum Stay: Sendable, Hashable {
    /// At an instant of the run; at once when that has passed on arrival.
    case until(Instant)
    case lasting(TimeSpan)
    /// To the end of the run.
    case toTheEnd
  }

  package var name: String
  package var kind: LegKind
  /// From start to end; one point for a dwell.
  package var route: RoutePath
  /// The end of a dwell; ways end on arrival.
  package var stay: Stay
  /// Standard deviation of the end of a stay from day to day, cut at two of them.
  package var spread: TimeSpan
  /// The mean speed in free flow.
  package var speed: Speed
  /// Standard deviation of the speed over its mean; varies along the way with a correlation time of 30 s.
  package var speedVariation: Double
  package var stops: StopPattern?
  package var traffic: TrafficPattern?
  /// At the start of the leg.
  package var surroundings: Surroundings
  /// In order of fraction.
  package var changes: [SurroundingsChange]
  package var startEvents: [ScriptEvent.Kind]
  package var endEvents: [ScriptEvent.Kind]
  /// Whether the user has the phone along; else it stays where it was, and only a watch goes with them.
  package var phoneAtHand = true

  /// A stay.
  package init(
    dwell name: String, at place: EarthVector, stay: Stay, spread: TimeSpan = .zero, surroundings: Surroundings,
    changes: [SurroundingsChange] = [], startEvents: [ScriptEvent.Kind] = [], endEvents: [ScriptEvent.Kind] = []
  ) {
    self.name = name
    kind = .dwell
    route = RoutePath([place])
    self.stay = stay
    self.spread = spread
    speed = .zero
    speedVariation = 0
    stops = nil
    traffic = nil
    self.surroundings = surroundings
    self.changes = changes
    self.startEvents = startEvents
    self.endEvents = endEvents
  }

  /// A way.
  package init(
    _ kind: LegKind, name: String, route: RoutePath, speed: Speed, speedVariation: Double = 0.1,
    stops: StopPattern? = nil, traffic: TrafficPattern? = nil, surroundings: Surroundings,
    changes: [SurroundingsChange] = [], startEvents: [ScriptEvent.Kind] = [], endEvents: [ScriptEvent.Kind] = []
  ) {
    self.name = name
    self.kind = kind
    self.route = route
    stay = .toTheEnd
    spread = .zero
    self.speed = speed
    self.speedVariation = speedVariation
    self.stops = stops
    self.traffic = traffic
    self.surroundings = surroundings
    self.changes = changes
    self.startEvents = startEvents
    self.endEvents = endEvents
  }

  /// How long the leg takes on a day without randomness or variation; `nil` when it lasts to a given instant or to the end.
  package var nominalDuration: TimeSpan? {
    if kind == .dwell {
      if case .lasting(let span) = stay { return span }
      return nil
    }
    var seconds = route.length / speed.metresPerSecond
    if let traffic { seconds *= 1 - traffic.share + traffic.share / traffic.factor }
    if let stops { seconds += route.length / stops.every.metres * stops.chance * stops.hold.seconds }
    return .seconds(seconds)
  }
}
