package import Core

/// A day to simulate: scripted in legs, or taken from a recorded track.
///
/// A scripted day varies from seed to seed (speeds, lights, traffic, when one leaves); a track does not.
public struct Scenario: Sendable {
  enum Plan: Sendable {
    case legs([Leg])
    case recorded(Day)
  }

  /// The longest that files and tracks may last.
  package static let longestDays = 31

  /// As reports show it.
  public package(set) var name: String
  /// One sentence for lists.
  public let summary: String
  /// What it rests on: sources, and what was done to a track.
  package let notes: [String]
  /// Those of `notes` that say what was left out or changed in a recording.
  package let recordingNotes: [String]
  /// The run covers [0, horizon].
  package let horizon: Instant
  /// Named places, in the order of the file.
  package let places: [Place]
  /// Bluetooth beacons, in the order of the file.
  package let beacons: [Beacon]
  /// The clock time of the run's start, in seconds after midnight, local time.
  package let startOfDay: Int
  /// Events at fixed instants, in order; the legs may bring more.
  package let script: [ScriptEvent]
  /// How the user answers what apps ask.
  package let user: UserDecisions
  /// Countries and population, for approximate locations.
  package let map: ReducedAccuracyMap
  /// The roads that map data would have; `nil` where nobody has mapped any.
  package var roads: RoadNetwork?
  /// Buildings surveyed for positions indoors.
  package var venues: [Venue] = []
  /// What positions are for on such a day, as `--need` takes it; `nil` where the file does not say.
  package var need: String?
  /// What goes wrong.
  package var failures: [Failure] = []
  var plan: Plan
  /// Whether what surrounds a recording is inferred from rests and speed.
  package private(set) var guessesSurroundings = false

  /// A scripted day.
  ///
  /// - Precondition: there is at least one leg, and the horizon is after the start.
  package init(
    name: String, summary: String, notes: [String], startOfDay: Int = 0, horizon: Instant, places: [Place] = [],
    beacons: [Beacon] = [], legs: [Leg], script: [ScriptEvent], user: UserDecisions = .standard,
    map: ReducedAccuracyMap = ReducedAccuracyMap()
  ) {
    precondition(!legs.isEmpty && horizon > .start, "a scenario needs a leg and a length")
    self.name = name
    self.summary = summary
    self.notes = notes
    recordingNotes = []
    self.horizon = horizon
    self.places = places
    self.beacons = beacons
    self.startOfDay = startOfDay
    self.script = Self.inOrder(script)
    self.user = user
    self.map = map
    plan = .legs(legs)
  }

  /// A day as recorded by a phone.
  ///
  /// - Parameters:
  ///   - track: up to 31 days, the limit of track and scenario files. A longer one is not refused here; time and memory
  ///     grow with its length.
  ///   - noise: standard deviation of the track's positions per axis; zero takes them as they are.
  ///   - surroundings: hold all day; inferred from rest and speed when `nil`.
  ///   - spans: surroundings known for parts of the day, in order of time, without overlap.
  ///   - script: when `nil`, the app is on the screen for the first minute and in the background after.
  package init(
    track: RawTrack, name: String, noise: Distance = .metres(5), surroundings: Surroundings? = nil,
    spans: [(span: ClosedRange<Instant>, surroundings: Surroundings)] = [], script: [ScriptEvent]? = nil
  ) {
    let truth = TrackTruth(track: track, noise: noise)
    let horizon = max(truth.journey.knots[truth.journey.knots.count - 1].instant, .seconds(1))
    let inference = TrackInference(truth: truth, start: track.startUnixSeconds)
    var events = script ?? Self.defaultScript
    events = Self.inOrder(events.filter { $0.instant <= horizon })
    self.name = name
    summary = track.name ?? "A recorded track"
    notes = track.notes + truth.notes + (surroundings == nil ? inference.notes : [])
    recordingNotes = track.notes
    self.horizon = horizon
    places = []
    beacons = []
    // Whole days are taken away exactly: a share of a day times its length would end a second early at times.
    startOfDay = Int(track.startUnixSeconds - (track.startUnixSeconds / 86_400).rounded(.down) * 86_400)
    self.script = events
    user = .standard
    map = ReducedAccuracyMap()
    guessesSurroundings = surroundings == nil
    plan = .recorded(
      Day(
        journey: truth.journey,
        surroundings: (surroundings.map { StepFunction($0) } ?? inference.surroundings)
          .overlaid(with: spans.map { (span: $0.span, value: $0.surroundings) }),
        motion: inference.motion, script: events, gaps: truth.gaps,
        legNames: inference.motion.mapValues(\.words)))
  }

  /// The app is opened at the start and left after one minute: what a track says nothing about.
  package static let defaultScript: [ScriptEvent] = [
    ScriptEvent(instant: .start, kind: .screenOn), ScriptEvent(instant: .start, kind: .foreground),
    ScriptEvent(instant: .seconds(60), kind: .background), ScriptEvent(instant: .seconds(60), kind: .screenOff),
  ]

  /// The legs of a scripted day; empty for a track.
  package var legs: [Leg] {
    if case .legs(let legs) = plan { return legs }
    return []
  }

  /// Whether all movement is on foot or by bicycle.
  package var isOnFoot: Bool {
    switch plan {
    case .legs(let legs): legs.allSatisfy { !$0.kind.motion.isInVehicle }
    case .recorded(let day): day.motion.steps.allSatisfy { !$0.value.isInVehicle }
    }
  }

  /// Whether all movement in vehicles is on the road, as in the day of a mileage log.
  package var isByCar: Bool {
    switch plan {
    case .legs(let legs):
      !isOnFoot && legs.allSatisfy { $0.kind == .drive || !$0.kind.motion.isInVehicle }
    case .recorded(let day):
      !isOnFoot && day.motion.steps.allSatisfy { $0.value == .automotive || !$0.value.isInVehicle }
    }
  }

  /// The same recording with other surroundings all the way; a scripted day stays as it is.
  package func surrounded(by surroundings: Surroundings) -> Scenario {
    guard case .recorded(var day) = plan else { return self }
    day.surroundings = StepFunction(surroundings)
    var other = self
    (other.plan, other.guessesSurroundings) = (.recorded(day), false)
    return other
  }

  func day(seed: UInt64) -> Day {
    switch plan {
    case .recorded(let day): day
    case .legs(let legs): DayDraw(legs: legs, script: script, horizon: horizon, seed: seed).day()
    }
  }

  // Stable: events of one instant keep the order in which they were written.
  static func inOrder(_ events: [ScriptEvent]) -> [ScriptEvent] {
    events.enumerated().sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
  }
}

/// What is true on one day of a scenario: everything about it but the errors of positioning.
struct Day: Sendable {
  var journey: Journey
  var surroundings: StepFunction<Surroundings>
  var motion: StepFunction<MotionClass>
  var script: [ScriptEvent]
  var gaps: [ClosedRange<Instant>]
  /// The name of the leg under way: as a scenario's file has it, or the motion of a recording.
  var legNames: StepFunction<String>
  /// Whether the user has the phone with them, and not only the watch.
  var phoneAtHand = StepFunction(true)
}

/// A named place of a scenario.
package struct Place: Sendable, Hashable {
  package let name: String
  package let position: GeodeticPosition

  package init(name: String, position: GeodeticPosition) {
    self.name = name
    self.position = position
  }
}

/// A Bluetooth beacon of a scenario: a fixed sender that is heard around where it hangs.
package struct Beacon: Sendable, Hashable {
  /// What it calls itself; beacon regions look for this name.
  package let name: String
  package let position: EarthVector
  /// How far it is heard, in metres.
  package let range: Double

  package init(name: String, position: EarthVector, range: Double) {
    self.name = name
    self.position = position
    self.range = range
  }
}

/// From a fraction of a leg on, the surroundings are others.
package struct SurroundingsChange: Sendable, Hashable {
  /// Of the leg's way, or of a dwell's time; 0 to 1.
  package var fraction: Double
  package var surroundings: Surroundings

  package init(fraction: Double, surroundings: Surroundings) {
    self.fraction = fraction
    self.surroundings = surroundings
  }
}

extension Scenario {
  /// A day at home, then on foot (1.4 m/s), then in a car (14 m/s with lights and queues), each for so many hours.
  public static func hours(still: Double = 0, walking: Double = 0, driving: Double = 0) -> Scenario {
    let home = GeodeticPosition(latitude: 47.1, longitude: 8.2)
    let house = Surroundings(sky: .indoor, accessPoints: .many, cells: .suburban, onWiFi: true, indoorHold: .home)
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .suburban)
    var (east, legs) = (home.longitude, [Leg]())
    func place() -> EarthVector { GeodeticPosition(latitude: home.latitude, longitude: east).earthVector() }
    if still > 0 || walking + driving <= 0 {
      legs.append(Leg(dwell: "at home", at: place(), stay: .lasting(.hours(still)), surroundings: house))
    }
    for (kind, speed, hours) in [(LegKind.walk, 1.4, walking), (.drive, 14.0, driving)] where hours > 0 {
      let here = place()
      // A degree of longitude is 75.8 km here.
      east += speed * hours * 3600 / 75_800
      let route = RoutePath([here, place()])
      legs.append(
        Leg(kind, name: kind.rawValue, route: route, speed: .metresPerSecond(speed), surroundings: street))
    }
    return Scenario(
      name: "complaint", summary: "At home, on foot, by car", notes: [], startOfDay: 8 * 3600,
      horizon: .seconds(max(60, 3600 * (still + walking + driving))), places: [Place(name: "home", position: home)],
      legs: legs, script: defaultScript)
  }
}
