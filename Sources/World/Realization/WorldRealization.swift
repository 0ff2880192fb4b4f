package import DeviceModel
package import Core

/// One draw of the world: a day, and the latent processes from which all errors, acquisitions and delays are made.
///
/// One per (scenario, seed), shared by every strategy that is compared on that seed; confined to one worker. What it
/// answers depends on the instant and the identity asked about, never on what was asked before. Latent values hold for
/// the whole second in which the instant lies; instants outside the run count as its first or last second.
package final class WorldRealization {
  package let seed: UInt64
  /// The run covers [0, horizon].
  package let horizon: Instant
  /// Where the device is: the truth of its positions.
  package let journey: Journey
  /// Where the user is: the same, but while the phone is not at hand.
  package let userJourney: Journey
  /// Whether the user has the phone with them.
  package let phoneAtHand: StepFunction<Bool>
  package let surroundings: StepFunction<Surroundings>
  package let motion: StepFunction<MotionClass>
  /// The name of the leg under way.
  package let legNames: StepFunction<String>
  /// The cell a phone camps on; `nil` without coverage. Depends on the truth alone, hysteresis included.
  package let servingCells: StepFunction<ServingCell?>
  /// The radio access of the network along the way; `nil` for its main one.
  package let radioAccesses: StepFunction<RadioTechnology?>
  /// In order of time.
  package let script: [ScriptEvent]
  /// When the app's server refuses uploads; `nil` for never.
  package let serverOutage: ClosedRange<Instant>?
  /// What goes wrong with this device.
  package let failures: [Failure]
  /// How the user answers what apps ask.
  package let user: UserDecisions
  /// Countries and population, for approximate locations.
  package let map: ReducedAccuracyMap
  /// The clock time of the run's start, in seconds after midnight, local time.
  package let startOfDay: Int
  /// Stretches of a track that were interpolated; left out of accuracy figures.
  package let gaps: [ClosedRange<Instant>]
  /// The places that have names.
  package let places: [Place]
  /// The roads that map data would have; `nil` where nobody has mapped any.
  package let roads: RoadNetwork?
  /// Buildings surveyed for positions indoors.
  package let venues: [Venue]
  /// The scenario's Bluetooth beacons.
  package let beacons: [Beacon]

  var latents: WorldLatents
  private let legs: StepFunction<JourneyLegs.Leg>
  private static let cellBiases = StableHash.name("cell-bias")
  private let starts: UInt64
  private let wifiTrips: UInt64
  private let latencies: UInt64
  /// When scans made anyway are seen to hear other access points, in order: made when first asked for.
  private(set) lazy var turnover: [Instant] = AccessPointTurnover(
    journey: journey, surroundings: surroundings, horizon: horizon
  ).noticed(
    share: { [latencies] in
      StableHash.unit(
        StableHash.combine(latencies, StableHash.name("access-point-distance"), UInt64(bitPattern: Int64($0))))
    }, score: { [unowned self] in latency("access-points", ordinal: $0) })

  /// - Parameters:
  ///   - carriedDevice: whose world it is; the watch's and the phone's of one seed are the same day.
  ///   - keepsLatents: `false` saves memory: of the latent values it keeps the quarter of an hour that is read
  ///     instead of up to 6 MB, and has to make again what is asked for a second time. The values are the same. More than a
  ///     day is never kept.
  package init(
    scenario: Scenario, seed: UInt64, environment: RadioEnvironment, carriedDevice: CarriedDevice = .phone,
    keepsLatents: Bool = true
  ) {
    let wholeDay = scenario.day(seed: seed)
    failures = carriedDevice == .phone ? scenario.failures : []
    let seen = wholeDay.seen(by: carriedDevice, horizon: scenario.horizon)
    let day = seen.after(failures, horizon: scenario.horizon)
    serverOutage =
      failures.contains(.serverDown) ? Failure.outage(seen.script, seen.motion, horizon: scenario.horizon) : nil
    self.seed = seed
    horizon = scenario.horizon
    journey = day.journey
    userJourney = wholeDay.journey
    phoneAtHand = wholeDay.phoneAtHand
    let surroundings = day.surroundings.mapValues { surroundings in
      var resolved = surroundings
      if let level = surroundings.level { resolved.coverage = environment.coverage(at: level) }
      return resolved
    }
    self.surroundings = surroundings
    motion = day.motion
    legNames = day.legNames
    script = day.script
    gaps = day.gaps
    user = scenario.user
    map = scenario.map
    startOfDay = scenario.startOfDay
    places = scenario.places
    roads = scenario.roads
    venues = scenario.venues
    beacons = scenario.beacons
    servingCells = ServingCellTrace.cells(
      journey: day.journey, surroundings: surroundings, horizon: scenario.horizon,
      lattice: TowerLattice(seed: seed, environment: environment))
    radioAccesses =
      environment.accesses.map {
        RadioAccessTrace.accesses($0, journey: day.journey, seed: seed, horizon: scenario.horizon)
      } ?? StepFunction(nil)
    let legs = JourneyLegs(motion: day.motion)
    self.legs = legs.steps
    let taken = script.filter { $0.kind == .foreground || $0.kind == .screenOn }.map(\.instant)
    let pace = LatentPace(surroundings: surroundings, motion: day.motion, legs: legs, taken: taken) {
      JourneyLegs.size(of: $0, seed: seed, carriedDevice: carriedDevice)
    }
    starts = StableHash.combine(seed, StableHash.name(carriedDevice.stream("gnss-start")))
    wifiTrips = StableHash.combine(seed, StableHash.name(carriedDevice.stream("wifi-trip")))
    let seconds = Int(scenario.horizon.nanoseconds / 1_000_000_000) + 1
    latents = WorldLatents(seed: seed, carriedDevice: carriedDevice, pace: pace, seconds: keepsLatents ? seconds : nil)
    latencies = StableHash.combine(seed, StableHash.name(carriedDevice.stream("latency")))
  }

  /// The latent state of the satellite error and of what is reported of it.
  package func gnssError(at instant: Instant) -> AxisLatents {
    var reader = SatelliteLatents()
    return reader.latents(at: instant, in: self)
  }

  /// The Wi-Fi error's latent state; correlated over 15 s while moving. At rest the same access points are heard again: one that
  /// has moved since it was surveyed stays wrong, and positions scatter around one point, whatever that one's error is.
  package func wifiError(at instant: Instant) -> WiFiLatents {
    let second = second(of: instant)
    let sample = latents.wifi.sample(second) ?? latents.extendWiFi(through: second)
    return WiFiLatents(
      east: Double(sample.0), north: Double(sample.1), scatterEast: Double(sample.3), scatterNorth: Double(sample.4),
      outlier: Double(sample.2))
  }

  /// The randomness of the trip under way with positions from Wi-Fi, and how long it has lasted; `nil` at rest.
  ///
  /// - Returns: two numbers uniform in (0, 1), one pair for each trip. They fail at its start when `failure` is below the
  ///   probability of that, for a time that `length` draws.
  package func wifiTrip(at instant: Instant) -> (failure: Double, length: Double, elapsed: TimeSpan)? {
    let step = legs.steps[legs.index(at: instant)]
    guard !step.value.isRest else { return nil }
    let hash = StableHash.combine(wifiTrips, UInt64(bitPattern: Int64(step.value.number)))
    return (StableHash.unit(hash), StableHash.unit(StableHash.mix(hash)), instant - step.start)
  }

  /// The bias of the positions a cell gives: standard normals that belong to its tower.
  package func cellBias(of identity: UInt64) -> (east: Double, north: Double) {
    let hash = StableHash.combine(StableHash.combine(seed, Self.cellBiases), identity)
    return (
      NormalDistribution.quantile(StableHash.unit(hash)),
      NormalDistribution.quantile(StableHash.unit(StableHash.mix(hash)))
    )
  }

  /// How an acquisition that begins at `instant` fares: TTFF = exp(mu + sigma z), failure if u is below its
  /// probability. z is standard normal and u uniform, both correlated over 60 s, so that asking again at once does
  /// not draw new randomness.
  package func acquisition(at instant: Instant) -> (z: Double, u: Double) {
    let second = second(of: instant)
    let sample = latents.acquiring.sample(second) ?? latents.extendAcquisitions(through: second)
    return (Double(sample.0), Double(sample.1))
  }

  /// A standard normal for how well the device's receiver begins that has acquired at `instant`.
  package func startQuality(at instant: Instant) -> Double {
    let hash = StableHash.combine(starts, UInt64(bitPattern: Int64(second(of: instant))))
    return NormalDistribution.quantile(StableHash.unit(hash))
  }

  /// The odds that a receiver holds on in the building where the device is: the same whenever it is there.
  package func indoorHoldOdds(at instant: Instant) -> Double {
    // A building is as large as this grain, in metres.
    func grain(_ metres: Double) -> UInt64 { UInt64(bitPattern: Int64((metres / 100).rounded())) }
    let index = surroundings.index(at: instant)
    let place = journey.position(at: max(.start, surroundings.steps[index].start))
    let hash = StableHash.combine(
      StableHash.combine(seed, StableHash.name("indoor-hold")), grain(place.x),
      StableHash.combine(grain(place.y), grain(place.z)))
    return surroundings.steps[index].value.indoorHold.odds(score: NormalDistribution.quantile(StableHash.unit(hash)))
  }

  /// A standard normal for the latency of a service's `ordinal`-th true crossing, visit or tower change.
  package func latency(_ service: String, ordinal: Int) -> Double {
    let hash = StableHash.combine(latencies, StableHash.name(service), UInt64(bitPattern: Int64(ordinal)))
    return NormalDistribution.quantile(StableHash.unit(hash))
  }

  /// A standard normal for the latency of the `ordinal`-th true crossing of an area's edge.
  ///
  /// It belongs to the area on the ground, by a centimetre, not to whoever watches it: two strategies that watch the
  /// same fence have the same randomness.
  package func latency(_ service: String, of circle: Circle, ordinal: Int) -> Double {
    func grain(_ metres: Double) -> UInt64 { UInt64(bitPattern: Int64((metres * 100).rounded())) }
    let center = StableHash.combine(grain(circle.center.x), grain(circle.center.y), grain(circle.center.z))
    let area = StableHash.combine(StableHash.name(service), center, grain(circle.radius))
    let hash = StableHash.combine(latencies, area, UInt64(bitPattern: Int64(ordinal)))
    return NormalDistribution.quantile(StableHash.unit(hash))
  }

  /// Uniform in (0, 1), correlated over 30 s: chooses the reported accuracy among those that occur.
  package func reportedAccuracy(at instant: Instant) -> Double {
    let second = second(of: instant)
    return Double(latents.reported.sample(second) ?? latents.extendReports(through: second))
  }

  @inline(__always)
  func second(of instant: Instant) -> Int {
    Int(min(max(0, instant.nanoseconds), horizon.nanoseconds) / 1_000_000_000)
  }
}
