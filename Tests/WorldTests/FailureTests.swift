import Core
import Testing
import World

/// What a failure changes of a day of 7 h: an hour at rest, then eastwards for 3 h at 5 m/s, then at rest; the app is left at
/// 11 min, so that failures begin at 71 min.
@Suite struct FailureTests {
  private static let street = Surroundings(
    sky: .suburban, accessPoints: .some, cells: .urban, coverage: .weak, level: -97, onWiFi: true)
  private static let park = Surroundings(
    sky: .openSky, accessPoints: .none, cells: .rural, coverage: .good, level: -71)

  private static func world(_ failures: [Failure], hours: Double = 7) -> WorldRealization {
    let start = GeodeticPosition(latitude: 52.4723, longitude: 13.3278).earthVector()
    let end = start.moved(east: 54_000, north: 0)
    var scenario = Scenario(
      name: "day", summary: "", notes: [], horizon: .start + .hours(hours),
      legs: [
        Leg(dwell: "home", at: start, stay: .lasting(.hours(1)), surroundings: street),
        Leg(
          .cycle, name: "ride", route: RoutePath([start, end]), speed: .metresPerSecond(5), speedVariation: 0,
          surroundings: street, changes: [SurroundingsChange(fraction: 0.25, surroundings: park)]),
        Leg(dwell: "away", at: end, stay: .toTheEnd, surroundings: park),
      ],
      script: [
        ScriptEvent(instant: .seconds(600), kind: .foreground), ScriptEvent(instant: .seconds(660), kind: .background),
        ScriptEvent(instant: .seconds(661), kind: .screenOff), ScriptEvent(instant: .seconds(9001), kind: .screenOff),
      ])
    scenario.failures = failures
    return WorldRealization(scenario: scenario, seed: 7, environment: RadioEnvironment())
  }

  private static func added(_ failures: [Failure], hours: Double = 7) -> [String] {
    let old = Set(world([], hours: hours).script)
    return world(failures, hours: hours).script.filter { !old.contains($0) }.map {
      "\($0.kind.rawValue) \(Int($0.instant.seconds))"
    }
  }

  @Test func eventsOfTheScript() {
    #expect(Self.added([.serviceKilled]) == ["terminate 4260"])
    #expect(Self.added([.killedAtScreenOff]) == ["terminate 661", "terminate 9001"])
    #expect(Self.added([.whenInUse]) == ["allow_while_using 4260"])
    #expect(Self.added([.wifiScanningOff]) == ["wifi_off 0"])
    // A day of 31 min has 20 min left after the app was left: half of that.
    #expect(Self.added([.serviceKilled], hours: 31.0 / 60) == ["terminate 1260"])
  }

  /// At 71 min the phone rests: they begin when it moves at 9001 s, or then where it does not.
  @Test(arguments: [(9001.0, 9500.0, 9001.0), (4000, 9001, 4260), (100, 200, 4260)])
  func theyWaitForTheNextMotion(_ leaves: Double, _ arrives: Double, begin: Double) {
    var motion = StepFunction(MotionClass.still)
    motion.append(.walking, from: .seconds(leaves))
    motion.append(.still, from: .seconds(arrives))
    let script = [ScriptEvent(instant: .seconds(660), kind: .background)]
    let outage = Failure.outage(script, motion, horizon: .start + .hours(7))
    #expect(outage == .seconds(begin) ... .seconds(begin + 3600))
  }

  @Test(arguments: [Failure.noService, .serverDown, .motionStuck, .weakSignal, .coldDay, .agedBattery])
  func othersLeaveTheScript(_ failure: Failure) { #expect(Self.added([failure]) == []) }

  /// All but what it is about stays: the same way, the same errors.
  @Test(arguments: Failure.allCases)
  func nothingElseChanges(_ failure: Failure) {
    let (old, new) = (Self.world([]), Self.world([failure]))
    #expect(new.journey.knots == old.journey.knots && new.motion == old.motion)
    for second in stride(from: 0.0, to: 25_200, by: 1777) {
      #expect(new.acquisition(at: .seconds(second)) == old.acquisition(at: .seconds(second)))
    }
    #expect((new.surroundings == old.surroundings) == (failure != .noService && failure != .weakSignal))
    #expect((new.servingCells == old.servingCells) == (failure != .noService))
    #expect((new.serverOutage == nil) == (failure != .serverDown))
  }

  @Test func withoutServiceThereIsNoCellForAnHour() {
    let (old, new) = (Self.world([]), Self.world([.noService]))
    for second in [4259.0, 7861, 20_000] {
      #expect(new.surroundings.value(at: .seconds(second)) == old.surroundings.value(at: .seconds(second)))
    }
    // The park begins after 45 min of the ride, at 6300 s.
    for (second, sky) in [(4261.0, SkyView.suburban), (7859, .openSky)] {
      let value = new.surroundings.value(at: .seconds(second))
      #expect(value.coverage == .none && value.level == nil && value.sky == sky)
      #expect(new.servingCells.value(at: .seconds(second)) == nil)
    }
    #expect(Self.world([.serverDown]).serverOutage == .seconds(4260) ... .seconds(7860))
  }

  /// The street's signal is weak as it is.
  @Test func goodSignalsBecomeWeak() {
    let (old, new) = (Self.world([]), Self.world([.weakSignal]))
    #expect(new.surroundings.value(at: .seconds(4261)) == old.surroundings.value(at: .seconds(4261)))
    var park = old.surroundings.value(at: .seconds(20_000))
    #expect(park.level == -71)
    (park.coverage, park.level) = (.weak, nil)
    #expect(new.surroundings.value(at: .seconds(20_000)) == park)
    // An hour without any stays without.
    let both = Self.world([.weakSignal, .noService])
    #expect(both.surroundings.value(at: .seconds(7859)).coverage == .none)
    #expect(both.surroundings.value(at: .seconds(20_000)) == park)
  }

  @Test func theNameSaysWhatGoesWrong() {
    let day = Scenario(
      name: "day", summary: "", notes: [], horizon: .seconds(9),
      legs: [
        Leg(dwell: "home", at: Self.world([]).journey.position(at: .start), stay: .toTheEnd, surroundings: Self.park)
      ],
      script: [])
    let worse = day.with([.coldDay, .noService]).with([.coldDay])
    #expect(worse.name == "day with cold_day, no_service" && worse.failures == [.coldDay, .noService])
  }

  /// 0.87 of the energy is left: a cold battery gives 0.696, an aged one 0.8, both 0.64.
  @Test func batteries() {
    func health(_ failures: [Failure]) -> Double { (Failure.health(0.87, on: failures) * 1e6).rounded() / 1e6 }
    #expect(health([]) == 0.87 && health([.noService]) == 0.87)
    #expect(health([.coldDay]) == 0.696 && health([.agedBattery]) == 0.8 && health([.coldDay, .agedBattery]) == 0.64)
    #expect(Failure.health(0.71, on: [.agedBattery]) == 0.71)
  }
}
