import GeoJoule
import Testing

/// S1, S2, S7, S14, S15, S18: positions that an app asks for. Each expectation is derived from the words of its source.
@Suite struct PositionServiceTests {
  private func positions(
    _ accuracy: DesiredAccuracy, _ surroundings: Surroundings, seed: UInt64, minutes: Double = 5,
    device: String = "modern-phone"
  ) throws -> [DeliveredFix] {
    try ServiceDay.run(ServiceDay.rest(minutes: minutes, surroundings), device: device, seed: seed) { app, _ in
      app.makeManager(accuracy).startUpdatingLocation()
    }.record.fixes
  }

  // S1. Session of 2011: cells at once and good for 500 m to kilometres, Wi-Fi for tens of metres after a scan, satellites for
  // metres after seconds, where there is sky.
  @Test func eachTechnologyHasItsTimeAndItsAccuracy() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let cell = try #require(try positions(.threeKilometers, ServiceDay.suburb, seed: seed).first)
      #expect(cell.delivered < .seconds(5) && cell.horizontalAccuracy >= 500)
      let wifi = try positions(.hundredMeters, ServiceDay.suburb, seed: seed).first { $0.horizontalAccuracy < 500 }
      #expect(try #require(wifi).delivered < .seconds(20))
      let satellites = try positions(.best, ServiceDay.openSky, seed: seed).first { $0.horizontalAccuracy <= 30 }
      #expect(try #require(satellites).delivered < .seconds(60))
      // Without sky and access points the cell is all there is: at once, 500 m to kilometres.
      let underground = try positions(
        .best, Surroundings(sky: .underground, accessPoints: .none, cells: .urban), seed: seed)
      #expect(try #require(underground.first).delivered < .seconds(5))
      #expect(underground.allSatisfy { (500...4000).contains($0.horizontalAccuracy) }, "\(underground)")
      #expect(underground.allSatisfy { $0.position.distance(to: ServiceDay.home) < 4000 })
    }
  }

  /// Errors of satellite fixes on a way in the open, in metres, over twenty seeds.
  private func errorsInTheOpen(_ kind: LegKind, metres: Double, speed: Double) throws -> [Double] {
    try (1...20 as ClosedRange<UInt64>).flatMap { seed in
      let day = ServiceDay.way(kind, metres: metres, speed: speed, ServiceDay.openSky)
      let run = try ServiceDay.run(day, seed: seed) { app, _ in app.makeManager(.best).startUpdatingLocation() }
      let way = Instant.seconds(60)...Instant.seconds(metres / speed)
      return run.record.fixes.filter { way.contains($0.timestamp) && $0.horizontalAccuracy < 65 }.map {
        $0.position.distance(to: run.truth.position(at: $0.timestamp))
      }
    }.sorted()
  }

  // S1. Sources F: in the open 1.5 m fast, 1.5 m slow and 0.4 m white noise on each axis, and sizes that differ from trip to
  // trip by a factor of exp(0.4): half of a walker's errors within 2.5 m, 95 % within 7 m. A few, five times as large, lie
  // well beyond; without them the largest of some thousand would be 2.5 times the 95 % error.
  @Test func aWalkersPositionsInTheOpenHaveOutliers() throws {
    let errors = try errorsInTheOpen(.walk, metres: 1500, speed: 1.4)
    let (half, most, largest) = (errors[errors.count / 2], errors[errors.count * 95 / 100], errors[errors.count - 1])
    #expect(errors.count > 10_000)
    #expect((2...3.2).contains(half) && (5.3...9).contains(most), "\(half) and \(most) m")
    #expect(largest > 3 * most, "\(largest) m")
  }

  // S1. Measured (reports/validation/position-errors.md): in vehicles a fifth of the fixes are outliers, so that cars err more
  // than walkers under the same sky.
  @Test func carsErrMoreThanWalkersInTheOpen() throws {
    let walker = try errorsInTheOpen(.walk, metres: 1500, speed: 1.4)
    let car = try errorsInTheOpen(.drive, metres: 15_000, speed: 14)
    #expect(car[car.count * 95 / 100] > 1.5 * walker[walker.count * 95 / 100])
    #expect(car[car.count / 2] > walker[walker.count / 2])
  }

  // S1. Session of 2011: an iPod touch and a Wi-Fi iPad are positioned too.
  @Test func aDeviceWithWiFiAloneIsPositioned() throws {
    let fixes = try positions(.best, ServiceDay.suburb, seed: 1, device: "wifi-only")
    #expect(!fixes.isEmpty && fixes.allSatisfy { $0.horizontalAccuracy >= 65 })
  }

  // S2. Measured (MobilityNet, three iPhone 6 at rest): through a filter of 1 m, 29 deliveries an hour at 100 m, 15 to 44 from
  // run to run, and about one at best accuracy, where the phone holds its position.
  @Test func atRestAFilterOfAMetreLetsWiFiPositionsPassAndHoldsSatelliteFixes() throws {
    func hourly(_ accuracy: DesiredAccuracy, filter: Double, seed: UInt64) throws -> Double {
      let day = ServiceDay.rest(minutes: 120, ServiceDay.flat)
      return Double(
        try ServiceDay.run(day, on: .ios12, device: "iphone-6", seed: seed) { app, _ in
          app.makeManager(accuracy, filter: filter).startUpdatingLocation()
        }.record.fixes.count) / 2
    }
    let wifi = try (1...20 as ClosedRange<UInt64>).map { try hourly(.hundredMeters, filter: 1, seed: $0) }
    #expect(wifi.allSatisfy { (15...44).contains($0) }, "\(wifi)")
    let coarse = try (1...10 as ClosedRange<UInt64>).map { try hourly(.hundredMeters, filter: 30, seed: $0) }
    // Measured in one home: 0.5 to 1.1, the first ones included. The middle one of ten homes is compared with it.
    #expect((0.5...1.6).contains(coarse.sorted()[5]), "\(coarse)")
    // Measured: 0.7 to 1. In simulated homes satellites and Wi-Fi take turns: in the middle one up to four times as many
    // pass, as the page of what is modelled admits.
    let best = try (1...20 as ClosedRange<UInt64>).map { try hourly(.best, filter: 1, seed: $0) }
    #expect((0.7...4).contains(best.sorted()[10]), "\(best)")
  }

  // S2. Session of 2011: a distance filter withholds deliveries until the user has come that far.
  @Test func positionsThatPassAFilterAreThatFarApart() throws {
    let run = try ServiceDay.run(ServiceDay.way(metres: 600, ServiceDay.openSky)) { app, _ in
      app.makeManager(.best, filter: 50).startUpdatingLocation()
    }
    let sharp = run.record.fixes.filter { $0.horizontalAccuracy <= 30 }
    #expect((8...14).contains(sharp.count), "\(sharp.count)")
    for (a, b) in zip(sharp, sharp.dropFirst()) { #expect(a.position.distance(to: b.position) >= 50) }
  }

  /// Data is off from the start; the phone is opened for a minute under open sky, where the app asks.
  private func request(
    dataOff: Bool, after seconds: Double = 5, seed: UInt64, surroundings: Surroundings = ServiceDay.openSky
  ) throws -> (run: AppRun, journal: Journal) {
    let off = dataOff ? [ScriptEvent(instant: .start, kind: .dataOff)] : []
    let day = ServiceDay.rest(minutes: 30, surroundings, script: off + ServiceDay.opened())
    let journal = Journal()
    let run = try ServiceDay.run(day, seed: seed, journal: journal) { app, host in
      let manager = app.makeManager(.best)
      host.schedule(after: seconds) { manager.requestLocation() }
    }
    return (run, journal)
  }

  // S7. Makers' figures (docs/sources.md A1): with predicted orbits kept on the phone a receiver has its first fix well below
  // 10 s typically, under 15 s in most cases. A request for the best looks some ten seconds.
  @Test func withoutANetworkMostRequestsUnderOpenSkyEndWithASatelliteFix() throws {
    var found = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      let fixes = try request(dataOff: true, seed: seed).run.record.fixes
      #expect(fixes.count == 1)
      if let fix = fixes.first, fix.horizontalAccuracy <= 50 { found += 1 }
    }
    #expect(found >= 14, "\(found) of 20")
  }

  // S7. The same: what a network brings comes on top of predicted orbits, so a phone with data starts no later.
  @Test func aNetworkMakesNoStartSlower() throws {
    for seed in 1...40 as ClosedRange<UInt64> {
      func isSharp(dataOff: Bool) throws -> Bool {
        try request(dataOff: dataOff, seed: seed).run.record.fixes.contains { $0.horizontalAccuracy <= 50 }
      }
      #expect(try isSharp(dataOff: false) || !isSharp(dataOff: true), "seed \(seed)")
    }
  }

  // S7. Sources A1: ephemerides are valid for hours, so two hours after a track a receiver without a network is back within
  // seconds.
  @Test func twoHoursAfterATrackAReceiverStartsHot() throws {
    let script = [ScriptEvent(instant: .start, kind: .dataOff)] + ServiceDay.opened()
    var times: [Double] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.rest(minutes: 150, ServiceDay.openSky, script: script), device: "iphone-6", seed: seed,
        journal: journal
      ) { app, host in
        // A second session, without satellites, keeps the app running.
        app.kept.append(app.makeManager(.threeKilometers))
        app.manager?.startUpdatingLocation()
        let manager = app.makeManager(.best)
        manager.startUpdatingLocation()
        host.schedule(after: 300) { manager.stopUpdatingLocation() }
        host.schedule(after: 7500) { manager.startUpdatingLocation() }
      }
      let sharp = journal.all("locations").first { entry in
        entry.time > 7500 && entry.locations.contains { $0.horizontalAccuracy <= 30 }
      }
      times.append((sharp?.time ?? 9000) - 7500)
    }
    #expect(times.sorted()[10] < 6, "\(times.sorted())")
  }

  // S7. Session of 2015: one callback, or an error where there is no position, as in a mine; a session has precedence.
  @Test func aRequestBringsOnePositionOrOneError() throws {
    let good = try request(dataOff: false, seed: 2).journal
    #expect(good.all("locations").count == 1)
    #expect(try #require(good.all("locations").first).time < 20)
    let mine = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    let bad = try request(dataOff: false, seed: 2, surroundings: mine).journal
    #expect(bad.all("failed locationUnknown").count == 1 && bad.all("locations").isEmpty)
    let journal = Journal()
    _ = try ServiceDay.run(ServiceDay.rest(minutes: 2), journal: journal) { app, host in
      let manager = app.makeManager(.hundredMeters)
      manager.requestLocation()
      host.schedule(after: 0.01) { manager.stopUpdatingLocation() }
    }
    #expect(journal.entries.filter { !$0.what.hasPrefix("launch") }.isEmpty)
  }

  // Docs of the receiver (sources A1): where no signal is heard a receiver leaves the search for periods of inactivity. Under
  // ground an hour's search costs a fraction of a receiver that never rests.
  @Test func undergroundTheSearchIsBounded() throws {
    let tunnel = Surroundings(sky: .underground, accessPoints: .none, cells: .urban, coverage: .none)
    for seed in 1...20 as ClosedRange<UInt64> {
      let run = try ServiceDay.run(ServiceDay.rest(minutes: 180, tunnel), seed: seed) { app, _ in
        app.makeManager(.best).startUpdatingLocation()
      }
      let receiver = run.metrics[.component(.gnss)] ?? 0
      // Without a rest 150 mW would come to 1620 J in three hours.
      #expect(receiver > 20 && receiver < 360, "\(receiver) J")
    }
  }

  // S14. Session of 2012: the first positions are coarse and come at once, then those of Wi-Fi, then those of satellites.
  @Test func positionsGoFromCoarseToFine() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let fixes = try positions(.best, ServiceDay.openSky, seed: seed)
      let steps = [20_000.0, 165, 30].map { limit in
        fixes.first { $0.horizontalAccuracy <= limit }?.delivered ?? .never
      }
      #expect(steps[0] <= steps[1] && steps[1] <= steps[2] && steps[0] < steps[2] && steps[2] < .never, "\(steps)")
      #expect(try #require(fixes.first).horizontalAccuracy >= 500)
    }
  }

  // S15. Session of 2012: an app that wants no poor positions drops them; the radios, Wi-Fi among them, do as before.
  @Test func droppingPoorPositionsIsTheAppsOwnAffair() throws {
    func run(filtered: Bool) throws -> AppRun {
      let canyon = Surroundings(sky: .canyon, accessPoints: .many, cells: .urban)
      return try ServiceDay.run(ServiceDay.way(metres: 700, canyon)) { app, host in
        app.makeManager(.best).startUpdatingLocation()
        app.onUpdate = { [weak host] _, locations in
          for location in locations where filtered && location.horizontalAccuracy > 30 { host?.drop(location) }
        }
      }
    }
    let (all, good) = (try run(filtered: false), try run(filtered: true))
    #expect(good.record.fixes.allSatisfy { $0.horizontalAccuracy <= 30 })
    #expect(all.record.fixes.count > good.record.fixes.count)
    #expect(abs(all.addedEnergy.joules - good.addedEnergy.joules) < 0.01 * all.addedEnergy.joules)
  }

  // S18. The Energy Efficiency Guide: stop updates as soon as the position will do. What goes on costs, what has stopped does
  // not.
  @Test func stoppingAtTheFirstGoodPositionSavesNearlyAll() throws {
    func energy(stops: Bool) throws -> Double {
      try ServiceDay.run(ServiceDay.rest(minutes: 60, ServiceDay.openSky)) { app, _ in
        app.makeManager(.best).startUpdatingLocation()
        app.onUpdate = { manager, locations in
          if stops, locations.contains(where: { $0.horizontalAccuracy <= 30 }) { manager.stopUpdatingLocation() }
        }
      }.addedEnergy.joules
    }
    #expect(try energy(stops: true) < 0.2 * energy(stops: false))
  }
}
