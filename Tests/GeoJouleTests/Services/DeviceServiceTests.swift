import GeoJoule
import Testing

/// S22, S23 and S25: the watch, venues, and today's interfaces. Each expectation is derived from the words of its source.
@Suite struct DeviceServiceTests {
  // S22. Session of 2015: beside the phone one request on the watch is answered with the phone's position; the first watch
  // systems have no sessions.
  @Test func aWatchAsksThePhoneAtHand() throws {
    let request = try Requests.make(
      scenario: "day-with-watch", strategies: ["watch-one-shot", "watch-workout"], seeds: 1, parameters: .fixed)
    let record = try SingleRun(request).record
    // Opened seven times; alone, in a place new to it, it may find nothing.
    #expect(record.watch != nil && (5...7).contains(record.fixCount), "\(record.fixCount)")
    // Beside the phone: the phone's 65 m, within seconds of 08:15.
    let first = try #require(record.fixes.first)
    #expect(first.horizontalAccuracy == 65 && (4500...4515).contains(first.delivered.seconds), "\(first)")
    #expect(record.fixes.allSatisfy { (10...2000).contains($0.horizontalAccuracy) })
    var old = request
    old.strategies = [request.strategies[1]]
    #expect(try SingleRun(old).record.fixCount > 1000)
    old.strategies[0].platform = .ios9
    let missing = try SingleRun(old).record
    #expect(missing.missingServices.contains { $0.service == .continuousUpdatesOnWatch } && missing.fixCount == 0)
  }

  // S23. Session of 2015: in a surveyed venue positions are good for a few metres and know the floor, since iOS 8.
  @Test func aSurveyedVenueGivesFloors() throws {
    var inside = ServiceDay.flat
    (inside.onWiFi, inside.floor) = (false, 2)
    var day = ServiceDay.rest(minutes: 5, inside)
    day.venues = [
      Venue(
        name: "mall", centre: ServiceDay.home, radius: .metres(150), floors: 0...3, error: .metres(3))
    ]
    func positions(_ platform: Platform) throws -> [Location] {
      let journal = Journal()
      _ = try ServiceDay.run(day, on: platform, device: "iphone-6", journal: journal) { app, _ in
        app.makeManager(.best).startUpdatingLocation()
      }
      return journal.all("locations").flatMap(\.locations)
    }
    let surveyed = try positions(.ios9).filter { $0.floor != nil }
    // At rest a scan each two minutes; satellites through the roof are passed over.
    #expect((2...5).contains(surveyed.count) && surveyed.allSatisfy { $0.floor == 2 }, "\(surveyed)")
    let errors = surveyed.map { $0.position.distance(to: ServiceDay.home) }.sorted()
    // 3 m per axis.
    #expect(errors.allSatisfy { (0.5...10).contains($0) }, "\(errors)")
    #expect(surveyed.allSatisfy { $0.horizontalAccuracy <= 10 })
    #expect(try positions(.ios7).allSatisfy { $0.floor == nil })
  }

  // S25. Session of 2023: live updates rest while the user stays, with a last one that says so, and go on by themselves.
  @Test func liveUpdatesRestWithTheirUser() throws {
    let journal = Journal()
    let day = ServiceDay.way(metres: 1400, before: 20, after: 2, ServiceDay.openSky)
    _ = try ServiceDay.run(day, journal: journal) { app, host in
      app.kept.append(host.makeBackgroundActivitySession())
      app.kept.append(
        host.liveUpdates { update in
          app.note(update.isStationary ? "stationary" : "update", update.location.map { [$0] } ?? [])
        })
    }
    let rest = try #require(journal.all("stationary").first).time
    #expect((60...600).contains(rest), "\(rest)")
    #expect(!journal.all("update").contains { (rest + 1..<1199).contains($0.time) })
    #expect(journal.all("update").contains { (1200..<1300).contains($0.time) })
  }

  // S25. Documentation: a condition monitor tells what is, then each change; beyond 20 conditions nothing is monitored.
  @Test func aConditionMonitorTellsWhatIsAndEachChange() throws {
    let journal = Journal()
    let day = ServiceDay.way(.cycle, metres: 2500, speed: 4, before: 10, after: 10)
    _ = try ServiceDay.run(day, journal: journal) { app, host in
      let monitor = host.makeMonitor("places")
      app.kept.append(monitor)
      if !app.journal.entries.contains(where: { $0.what == "added" }) {
        app.note("added")
        monitor.add(.circular(center: ServiceDay.home, radius: 150), identifier: "home")
      }
      try? monitor.consumeEvents { app.note("\($0.identifier) \($0.state)") }
    }
    let states = journal.entries.filter { $0.what.hasPrefix("home") }
    #expect(states.map(\.what) == ["home satisfied", "home unsatisfied"])
    #expect(try #require(states.last).time > 600)
  }
}
