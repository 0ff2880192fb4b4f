package import Core

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

/// How a leg of a day is travelled.
package enum LegKind: String, CaseIterable, Sendable {
  case dwell, walk, run, cycle, drive, bus, train, subway, flight

  /// What a motion coprocessor would say.
  package var motion: MotionClass {
    switch self {
    case .dwell: .still
    case .walk: .walking
    case .run: .running
    case .cycle: .cycling
    case .drive, .bus: .automotive
    case .train, .subway: .rail
    case .flight: .airborne
    }
  }

  /// Faster than this (m/s) is a mistake in the file, not a traveller: 11, 29, 72, 216, 144, 360, 144, 1150 km/h.
  package var topSpeed: Double {
    switch self {
    case .dwell: 0
    case .walk: 3
    case .run: 8
    case .cycle: 20
    case .drive: 60
    case .bus, .subway: 40
    case .train: 100
    case .flight: 320
    }
  }

  /// How fast speed changes when starting and stopping, in m/s².
  ///
  /// Comfortable service accelerations: about 1.5 for cars, 1 for buses and metros, 0.6 for trains (Hoberock, "A Survey
  /// of Longitudinal Acceleration Comfort Studies in Ground Transportation Vehicles", 1977: 1.1 to 1.5 tolerable).
  var acceleration: Double {
    switch self {
    case .dwell, .walk, .run, .cycle, .bus, .subway: 1
    case .drive: 1.5
    case .train: 0.6
    case .flight: 1.2
    }
  }
}

/// Where a leg stops on its way: traffic lights, stations, crossings.
package struct StopPattern: Sendable, Hashable {
  /// The mean distance between two of them; where they are does not depend on the seed.
  package var every: Distance
  /// The share of them at which one has to stop on a given day, 0 to 1.
  package var chance: Double
  /// The mean time held; a day's draw is uniform from half to one and a half times as long.
  package var hold: TimeSpan

  package init(every: Distance, chance: Double, hold: TimeSpan) {
    self.every = every
    self.chance = chance
    self.hold = hold
  }
}

/// Phases of slow traffic, in turn with free flow.
package struct TrafficPattern: Sendable, Hashable {
  /// The share of the time that is slow, 0 to below 1.
  package var share: Double
  /// Slow speed over free speed, above 0 to 1.
  package var factor: Double
  /// The mean length of a slow phase; both kinds of phases have exponential lengths.
  package var spell: TimeSpan

  package init(share: Double, factor: Double, spell: TimeSpan) {
    self.share = share
    self.factor = factor
    self.spell = spell
  }
}
