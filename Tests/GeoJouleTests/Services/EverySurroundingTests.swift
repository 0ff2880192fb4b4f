import GeoJoule
import Testing

/// What each row of the services promises wherever the phone is: its experiment in five surroundings, over 20 seeds each. What is
/// different from place to place stands in the other suites of this folder.
@Suite struct EverySurroundingTests {
  struct Site: Sendable, CustomTestStringConvertible {
    let name: String
    let around: Surroundings
    /// The best that satellites, Wi-Fi or cells can do there, as a reported radius in metres.
    let best: Double
    var testDescription: String { name }
    var hasWiFi: Bool { around.accessPoints != .none }
  }

  static let sites = [
    Site(name: "town", around: Surroundings(sky: .urban, accessPoints: .many, cells: .urban), best: 65),
    Site(name: "suburb", around: ServiceDay.suburb, best: 30),
    Site(name: "country", around: Surroundings(sky: .openSky, accessPoints: .none, cells: .rural), best: 10),
    Site(
      name: "indoors", around: Surroundings(sky: .indoor, accessPoints: .many, cells: .urban, onWiFi: true), best: 165),
    Site(name: "underground", around: Surroundings(sky: .underground, accessPoints: .some, cells: .urban), best: 200),
  ]
  private static let seeds: ClosedRange<UInt64> = 1...20

  /// How many of the seeds something holds for.
  private static func count(_ holds: (UInt64) throws -> Bool) rethrows -> Int { try seeds.count(where: holds) }

  // MARK: Positions

  /// S1, S14: a cell's position at once, then as good a one as the place allows; the truth lies within three radii of nearly all.
  @Test(arguments: sites) func positionsComeAtOnceAndBecomeAsGoodAsThePlaceAllows(_ site: Site) throws {
    var (near, all) = (0, 0)
    let good = try Self.count { seed in
      let fixes = try ServiceDay.run(ServiceDay.rest(minutes: 5, site.around), seed: seed) { app, _ in
        app.makeManager(.best).startUpdatingLocation()
      }.record.fixes
      #expect(try #require(fixes.first).delivered < .seconds(5))
      all += fixes.count
      near += fixes.count { $0.position.distance(to: ServiceDay.home) <= 3 * $0.horizontalAccuracy }
      return fixes.contains { $0.horizontalAccuracy <= site.best }
    }
    #expect(good >= 18, "\(good)")
    #expect(Double(near) >= 0.95 * Double(all), "\(near) of \(all)")
  }

  /// S2: what passes a filter is that far from the one before, or twice as good.
  @Test(arguments: sites) func aFilterKeepsBackWhatIsNear(_ site: Site) throws {
    for seed in Self.seeds {
      let fixes = try ServiceDay.run(ServiceDay.way(metres: 700, site.around), seed: seed) { app, _ in
        app.makeManager(.best, filter: 53).startUpdatingLocation()
      }.record.fixes
      for (a, b) in zip(fixes, fixes.dropFirst()) {
        let moved = a.position.distance(to: b.position)
        #expect(moved >= 53 || b.horizontalAccuracy <= a.horizontalAccuracy / 2, "\(moved) m, seed \(seed)")
      }
    }
  }

  /// S7: a request ends within a minute, by one position or one error.
  @Test(arguments: sites, [DesiredAccuracy.best, .hundredMeters, .threeKilometers])
  func aRequestEndsOnce(_ site: Site, _ accuracy: DesiredAccuracy) throws {
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.rest(minutes: 3, site.around, script: ServiceDay.opened(for: 120)), seed: seed, journal: journal
      ) { app, _ in app.makeManager(accuracy).requestLocation() }
      let ends = journal.entries.filter { !$0.what.hasPrefix("launch") }
      #expect(ends.count == 1 && ends[0].locations.count <= 1 && ends[0].time < 60, "\(ends)")
    }
  }

  /// S15, S18: dropping positions saves nothing, stopping does.
  @Test(arguments: sites) func droppingSavesNothingAndStoppingDoes(_ site: Site) throws {
    for seed in Self.seeds {
      func energy(drops: Bool = false, stops: Bool = false) throws -> Double {
        try ServiceDay.run(ServiceDay.rest(minutes: 20, site.around), seed: seed) { app, host in
          app.makeManager(.best).startUpdatingLocation()
          app.onUpdate = { [weak host] manager, locations in
            if drops { for location in locations { host?.drop(location) } }
            if stops, locations.contains(where: { $0.horizontalAccuracy <= 200 }) { manager.stopUpdatingLocation() }
          }
        }.addedEnergy.joules
      }
      let all = try energy()
      #expect(try abs(energy(drops: true) - all) <= 0.01 * all)
      #expect(try energy(stops: true) < 0.5 * all)
    }
  }

  // MARK: Movement

  /// S3: two on 1 km in 55 min at most, on 5 km at most one each 5 min and 500 m.
  @Test(arguments: sites) func significantChangesAreChanges(_ site: Site) throws {
    func changes(_ day: Scenario, seed: UInt64) throws -> [DeliveredFix] {
      Array(
        try ServiceDay.run(day, seed: seed) { app, _ in app.makeManager().startMonitoringSignificantLocationChanges() }
          .record.fixes.dropFirst())
    }
    let slow = ServiceDay.way(metres: 1000, speed: 0.3, site.around)
    let way = ServiceDay.way(metres: 5000, after: 5, site.around)
    var (few, moved) = (0, 0)
    for seed in Self.seeds {
      few += try changes(slow, seed: seed).count
      let events = try changes(way, seed: seed)
      moved += events.count
      for (a, b) in zip(events, events.dropFirst()) {
        #expect(b.delivered - a.delivered >= .seconds(299) && b.position.distance(to: a.position) >= 499)
      }
    }
    #expect(few <= 40, "\(few)")
    #expect((site.hasWiFi ? 80...220 : 10...220).contains(moved), "\(moved)")
  }

  /// S4: a fence of 307 m is left once, not before its user has left it, and where access points are heard nearly always.
  @Test(arguments: sites) func aFenceIsLeftOnceAndNotTooSoon(_ site: Site) throws {
    let told = try Self.count { seed in
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 3000, before: 10, after: 10, site.around), seed: seed, journal: journal
      ) { app, _ in
        let manager = app.makeManager()
        guard app.journal.all("launch user").count == app.journal.entries.count else { return }
        manager.startMonitoring(for: CircularRegion(center: ServiceDay.home, radius: 307, identifier: "home"))
      }
      let exits = journal.all("exit home")
      #expect(exits.count <= 1 && exits.allSatisfy { $0.time > 600 + 307 / 1.4 + 20 }, "\(exits.map(\.time))")
      return !exits.isEmpty
    }
    if site.hasWiFi { #expect(told >= 18, "\(told)") }
  }

  /// S5: Bluetooth hears a beacon within seconds, and misses it for half a minute to a minute.
  @Test(arguments: sites) func aBeaconIsHeardAnywhere(_ site: Site) throws {
    let beacon = Beacon(name: "shop", position: ServiceDay.east(700), range: 30)
    let day = ServiceDay.way(metres: 1400, before: 5, after: 5, site.around, beacons: [beacon])
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(day, seed: seed, journal: journal) { app, _ in
        app.makeManager().startMonitoring(for: BeaconRegion(beacon: "shop", identifier: "shop"))
      }
      #expect((0...5).contains(try #require(journal.all("enter shop").first).time - (300 + 670 / 1.4)))
      #expect((30...61).contains(try #require(journal.all("exit shop").first).time - (300 + 730 / 1.4)))
    }
  }

  /// S6: a stay of 40 min is reported once a minute or more after it began, and once more after it is over.
  @Test(arguments: sites) func aStayIsOneVisit(_ site: Site) throws {
    let told = try Self.count { seed in
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 3000, before: 40, after: 40, site.around), seed: seed, journal: journal
      ) { app, _ in app.makeManager().startMonitoringVisits() }
      let (arrivals, departures) = (journal.all("arrival"), journal.all("departure"))
      let arrived = 2400 + 3000 / 1.4
      #expect(departures.allSatisfy { $0.time > 2400 } && departures.count <= 1)
      #expect(
        arrivals.count { $0.time > 2400 } <= 1 && arrivals.allSatisfy { $0.time < 2400 || $0.time > arrived + 59 })
      return arrivals.last.map { $0.time > arrived } ?? false && departures.count == 1
    }
    #expect(told >= 18, "\(told)")
  }

  // MARK: Behind the screen

  /// S8: deferred positions arrive in order, and none of kilometres among those of satellites; where no satellite is heard
  /// deferral fails.
  @Test(arguments: sites) func deferralFailsWithoutSatellitesAndBringsNoCellsWithThem(_ site: Site) throws {
    for seed in Self.seeds {
      let journal = Journal()
      let fixes = try ServiceDay.run(
        ServiceDay.rest(minutes: 20, site.around), on: .ios12, seed: seed, journal: journal
      ) { app, _ in
        let manager = app.makeManager(.best)
        manager.startUpdatingLocation()
        app.onUpdate = { manager, _ in manager.allowDeferredLocationUpdates(untilTraveled: .infinity, timeout: 97) }
      }.record.fixes
      #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.timestamp <= $1.timestamp })
      let arrays = journal.all("locations").filter { $0.locations.count > 10 }
      #expect(arrays.allSatisfy { $0.locations.allSatisfy { $0.horizontalAccuracy < 500 } })
      if site.name == "country" { #expect(arrays.count >= 8, "\(arrays.count)") }
      if site.name == "underground" {
        #expect(journal.all("finished well").isEmpty && !journal.all("finished deferredFailed").isEmpty)
      }
    }
  }

  /// S9, S10: at rest behind the screen a session is paused, a runner's later than a driver's; nothing comes until it is opened.
  @Test(arguments: sites) func restIsPausedAndOpeningResumes(_ site: Site) throws {
    let script = ServiceDay.opened(and: [
      ScriptEvent(instant: .minutes(50), kind: .screenOn), ScriptEvent(instant: .minutes(50), kind: .foreground),
    ])
    for seed in Self.seeds {
      let pauses = try [ActivityType.automotiveNavigation, .fitness].map { activity in
        let journal = Journal()
        _ = try ServiceDay.run(
          ServiceDay.rest(minutes: 60, site.around, script: script), seed: seed, journal: journal
        ) { app, _ in
          let manager = app.makeManager(.best)
          manager.activityType = activity
          manager.pausesLocationUpdatesAutomatically = true
          manager.startUpdatingLocation()
        }
        let paused = try #require(journal.all("paused").first).time
        #expect(try #require(journal.all("resumed").first).time >= 3000)
        #expect(!journal.all("locations").contains { (paused + 5..<3000).contains($0.time) })
        return paused
      }
      // Underground positions come from Wi-Fi alone, which on some days scatter by more: a runner's pause waits for them.
      #expect(pauses[0] > 120 && pauses[0] < pauses[1] && pauses[1] < 3000, "\(pauses)")
    }
  }

  /// S11, S12: a slow app gets arrays in order; without the flag nothing comes behind the screen.
  @Test(arguments: sites) func arraysAreInOrderAndEndWithTheScreen(_ site: Site) throws {
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(ServiceDay.rest(minutes: 5, site.around), seed: seed, journal: journal) { app, host in
        let manager = app.makeManager(.best)
        manager.allowsBackgroundLocationUpdates = false
        manager.startUpdatingLocation()
        app.onUpdate = { [weak host] _, _ in host?.work(for: 4.3) }
      }
      let entries = journal.all("locations")
      let times = entries.flatMap(\.locations).map(\.timestamp)
      #expect(!times.isEmpty && times == times.sorted() && entries.allSatisfy { $0.time <= 70 })
    }
  }

  /// S13: a check-in looks for 45 s at most after each change, and sends once for each good position.
  @Test(arguments: sites) func aCheckInIsShort(_ site: Site) async throws {
    var request = try Requests.make("iphone-6", strategies: ["check-in"], seeds: 1, parameters: .fixed)
    request.scenario = ServiceDay.way(metres: 5000, after: 5, site.around)
    for seed in Self.seeds {
      request.firstSeed = seed
      let record = try SingleRun(request).record
      #expect(record.searches.allSatisfy { ($0.end - $0.start).seconds <= 46 }, "\(record.searches)")
      #expect(record.searches.count { $0.found } == record.uploads)
      #expect((1...12).contains(record.searches.count), "\(record.searches.count)")
    }
  }

  /// S20: who is denied gets one error and no position.
  @Test(arguments: sites) func whoIsDeniedGetsAnError(_ site: Site) throws {
    for seed in Self.seeds {
      let journal = Journal()
      let run = try ServiceDay.run(
        ServiceDay.rest(minutes: 5, site.around), authorization: .denied, seed: seed, journal: journal
      ) { app, _ in app.makeManager(.best).startUpdatingLocation() }
      #expect(run.record.fixes.isEmpty && journal.all("failed denied").count == 1)
    }
  }

  /// S21: four areas an hour or so, of a kilometre or more, each around the truth.
  @Test(arguments: sites) func anAreaHoldsTheTruth(_ site: Site) throws {
    for seed in Self.seeds {
      let fixes = try ServiceDay.run(
        ServiceDay.way(.drive, metres: 60_000, speed: 20, site.around), accuracy: .reduced, seed: seed
      ) { app, _ in app.makeManager(.best).startUpdatingLocation() }.record.fixes
      #expect((1...5).contains(fixes.count), "\(fixes.count)")
      for fix in fixes {
        let truth = ServiceDay.east(min(60_000, 20 * fix.timestamp.seconds))
        #expect(
          fix.horizontalAccuracy >= 900 && fix.position.distance(to: truth) <= 1.5 * fix.horizontalAccuracy + 2000)
      }
    }
  }

  /// S25: live updates behind the screen rest with their user within ten minutes, and go on with them.
  @Test(arguments: sites) func liveUpdatesRestAndGoOn(_ site: Site) throws {
    for seed in Self.seeds {
      let journal = Journal()
      _ = try ServiceDay.run(
        ServiceDay.way(metres: 1400, before: 20, after: 2, site.around), seed: seed, journal: journal
      ) { app, host in
        app.kept.append(host.makeBackgroundActivitySession())
        app.kept.append(
          host.liveUpdates { app.note($0.isStationary ? "stationary" : "update", $0.location.map { [$0] } ?? []) })
      }
      let rest = try #require(journal.all("stationary").first).time
      #expect((60...600).contains(rest), "\(rest)")
      #expect(journal.all("update").contains { (1200..<1400).contains($0.time) })
    }
  }

  // MARK: Network

  /// S16, S19, S24: since iOS 6 no more look-ups than before; a server answers; ten uploads cost ten tails, or nearly so.
  @Test(arguments: sites) func theNetworkAnswersAndIsPaidFor(_ site: Site) throws {
    for seed in Self.seeds {
      func downloads(_ platform: Platform) throws -> Int {
        try ServiceDay.run(
          ServiceDay.way(.cycle, metres: 5000, speed: 5, site.around), on: platform, device: "iphone-6", seed: seed
        ) { app, _ in app.makeManager(.hundredMeters).startUpdatingLocation() }.record.cellularTransfers
      }
      #expect(try downloads(.ios6) <= downloads(.ios5))
      let journal = Journal()
      func energy(_ uploads: Int, of bytes: Int64) throws -> Double {
        try ServiceDay.run(ServiceDay.rest(minutes: 30, site.around), network: "lte", seed: seed, journal: journal) {
          app, host in
          for number in 0..<uploads { host.schedule(after: Double(number + 1) * 100) { host.upload(bytes: bytes) } }
          app.makeManager(.threeKilometers).startUpdatingLocation()
          let geocoder = host.makeGeocoder()
          app.kept.append(geocoder)
          geocoder.geocodeAddressString("nowhere") { _, error in app.note("answer \(error.map { "\($0)" } ?? "-")") }
        }.addedEnergy.joules
      }
      let none = try energy(0, of: 0)
      let ratio = try (energy(10, of: 600) - none) / (energy(1, of: 6000) - none)
      #expect((5...11).contains(ratio), "\(ratio)")
      #expect(journal.all("answer geocodeFoundNoResult").count == 3)
    }
  }
}
