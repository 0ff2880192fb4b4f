import Core
import Testing
import World

@testable import LocationServices

/// Live updates, background activity sessions and service sessions.
@Suite struct LiveUpdatesTests {
  /// What a live stream told, in short: `1 fix`, `stationary`, or what stands in the way.
  private static func text(_ update: LocationUpdate) -> String {
    var words: [String] = []
    if update.isStationary { words.append("stationary") }
    if update.authorizationDenied { words.append("denied") }
    if update.insufficientlyInUse { words.append("insufficiently in use") }
    if update.locationUnavailable { words.append("unavailable") }
    if update.serviceSessionRequired { words.append("service session required") }
    return words.isEmpty ? "fix" : words.joined(separator: ", ")
  }

  /// An app that iterates over live updates from every launch on.
  private func live(
    authorization: Authorization = .always, platform: Platform = .ios18, motion: MotionClass = .walking,
    configuration: LiveConfiguration = .standard, backgroundSession: Bool = false, serviceSession: Bool = false,
    requiresServiceSession: Bool = false, variation: Double = 0
  ) -> Bench {
    var bench = Bench(
      authorization: authorization, platform: platform, motion: motion, pauseVariation: variation
    ) { app, host in
      let journal = app.journal
      if serviceSession { app.keep.append(host.makeServiceSession()) }
      if backgroundSession { app.keep.append(host.makeBackgroundActivitySession()) }
      app.keep.append(
        host.liveUpdates(configuration) { [weak host] update in
          journal.note(Self.text(update), at: host?.now ?? -1, update.location.map { [$0] } ?? [])
        })
    }
    bench.redefine { $0.requiresServiceSession = requiresServiceSession }
    bench.open()
    return bench
  }

  private func walk(_ bench: inout Bench, to end: Int) {
    for second in Int(bench.now.seconds) + 1...end {
      bench.advance(to: Double(second))
      bench.fix(east: Double(second))
    }
  }

  @Test func updatesComeOneByOneWithALocation() {
    var bench = live()
    #expect(bench.system.demand.gnss == .continuous)
    walk(&bench, to: 3)
    #expect(bench.journal.times("fix") == [1, 2, 3])
    #expect(bench.journal.entries.last?.locations.first?.timestamp == 3)
  }

  @Test func allowedOnceLastsThroughARestWithABackgroundActivitySession() {
    for holdsSession in [true, false] {
      var bench = live(authorization: .allowOnce, backgroundSession: holdsSession)
      bench.leave()
      walk(&bench, to: 4)
      bench.move(.still)
      bench.advance(to: 1200)
      #expect(bench.process == .suspended)
      #expect(bench.system.authorization(of: 0).isAllowed == holdsSession)
      bench.move(.walking)
      walk(&bench, to: 1220)
      #expect(bench.journal.times("fix").last == (holdsSession ? 1220 : 4))
    }
    // With the process the session ends, and the right with it.
    var bench = live(authorization: .allowOnce, backgroundSession: true)
    bench.leave()
    bench.move(.still)
    bench.advance(to: 1200)
    bench.kill()
    #expect(!bench.system.authorization(of: 0).isAllowed)
  }

  @Test func theyRestWhenTheUserStaysAndGoOnByThemselvesWhenTheUserMoves() {
    var bench = live()
    bench.leave()
    walk(&bench, to: 10)
    bench.move(.still)
    walk(&bench, to: 144)
    #expect(bench.journal.times("stationary").isEmpty)
    walk(&bench, to: 146)
    // The sensors report rest after 15 s (a little later by truncation), the updates rest two minutes after that; the last
    // location comes along.
    #expect(bench.journal.times("stationary").map { $0.rounded() } == [145])
    #expect(bench.journal.entries.last { $0.text == "stationary" }?.locations.count == 1)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 151)
    #expect(bench.process == .suspended)
    let before = bench.journal.entries.count
    bench.advance(to: 9000)
    bench.fix()
    #expect(bench.journal.entries.count == before)
    bench.move(.walking)
    // Walking shows after 8 s.
    bench.advance(to: 9007)
    #expect(bench.process == .suspended)
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 9009)
    #expect(bench.process == .background)
    #expect(bench.system.demand.gnss == .continuous)
    walk(&bench, to: 9020)
    #expect(bench.journal.times("fix").last == 9020)
    #expect(bench.process == .background)
  }

  @Test func aShortStopIsNoRest() {
    var bench = live()
    bench.leave()
    for start in [10.0, 200, 400] {
      bench.advance(to: start)
      bench.move(.still)
      bench.advance(to: start + 119)
      bench.move(.walking)
    }
    bench.advance(to: 2000)
    #expect(bench.journal.times("stationary").isEmpty)
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test func onTheScreenTheyDoNotRest() {
    var bench = live(motion: .still)
    bench.advance(to: 5000)
    #expect(bench.journal.times("stationary").isEmpty)
    bench.leave()
    bench.advance(to: 5121)
    #expect(bench.journal.times("stationary") == [5120])
    bench.advance(to: 6000)
    bench.open()
    // Back on the screen they go on.
    #expect(bench.system.demand.gnss == .continuous)
  }

  @Test(arguments: [(false, false), (true, true)])
  func inTheBackgroundAnAppInUseNeedsABackgroundActivitySession(_ session: Bool, goesOn: Bool) {
    var bench = live(authorization: .whenInUse, backgroundSession: session)
    walk(&bench, to: 5)
    bench.leave()
    #expect(bench.journal.times("insufficiently in use") == (goesOn ? [] : [5]))
    walk(&bench, to: 60)
    #expect((bench.process == .background) == goesOn)
    #expect(bench.journal.times("fix").last == (goesOn ? 60 : 9))
  }

  @Test func withAlwaysNoBackgroundActivitySessionIsNeeded() {
    var bench = live()
    bench.leave()
    walk(&bench, to: 60)
    #expect(bench.journal.times("fix").last == 60)
  }

  @Test func theEndOfTheSessionEndsTheRight() {
    var bench = live(authorization: .whenInUse, backgroundSession: true)
    bench.leave()
    walk(&bench, to: 30)
    bench.act { app in (app.keep[0] as? BackgroundActivitySession)?.invalidate() }
    walk(&bench, to: 60)
    #expect(bench.process == .suspended)
    #expect(bench.journal.times("fix").last == 30)
  }

  // MARK: Process life

  @Test func anAppThatTheSystemEndsOnTheWayIsStartedAgainAndTakesUpItsUpdates() {
    var bench = live(authorization: .whenInUse, backgroundSession: true)
    bench.leave()
    walk(&bench, to: 30)
    bench.kill()
    #expect(bench.journal.times("launched by location") == [30])
    walk(&bench, to: 90)
    #expect(bench.journal.times("fix").last == 90)
    #expect(bench.process == .background)
  }

  @Test func anAppThatTheSystemEndsWhileTheUserStaysIsStartedWhenTheyMove() {
    var bench = live()
    bench.leave()
    bench.move(.still)
    bench.advance(to: 200)
    bench.kill()
    bench.advance(to: 500)
    #expect(bench.process == .notRunning)
    bench.move(.cycling)
    bench.advance(to: 600)
    // Cycling shows after 45 s in the median.
    #expect(bench.journal.times("launched by location").map { $0.rounded() } == [545])
  }

  @Test func anAppThatTheUserRemovesOrThatHadNoRightStaysAway() {
    var removed = live()
    removed.leave()
    removed.system.terminate(0, byUser: true, at: removed.now)
    removed.settle()
    removed.move(.running)
    removed.advance(to: 60)
    #expect(removed.process == .notRunning)
    var without = live(authorization: .whenInUse)
    without.leave()
    without.kill()
    without.move(.running)
    without.advance(to: 60)
    #expect(without.process == .notRunning)
  }

  @Test func anAppThatDoesNotTakeUpItsUpdatesIsTakenToBeDone() {
    var bench = Bench(platform: .ios18, motion: .walking) { app, host in
      if host.isInForeground { app.keep.append(host.liveUpdates { _ in }) }
    }
    bench.open()
    bench.leave()
    bench.kill()
    #expect(bench.journal.times("launched by location") == [0])
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 20)
    bench.kill()
    bench.move(.running)
    bench.advance(to: 60)
    #expect(bench.process == .notRunning)
  }

  // MARK: What stands in the way

  @Test func iOS18SaysWhatStandsInTheWayAndIOS17DoesNot() {
    #expect(live(authorization: .denied).journal.times("denied") == [0])
    #expect(live(authorization: .denied, platform: .ios17).journal.entries.count == 1)
    var bench = live()
    bench.system.gnssUnavailable(at: bench.now)
    bench.settle()
    #expect(bench.journal.times("unavailable") == [0])
  }

  @Test func beforeIOS17NothingComes() {
    let bench = live(platform: .ios14)
    #expect(bench.system.demand.isEmpty)
  }

  @Test func anAppThatDeclaresServiceSessionsNeedsOne() {
    var bench = live(requiresServiceSession: true)
    #expect(bench.journal.times("service session required") == [0])
    #expect(bench.system.demand.isEmpty)
    bench.actOnHost { host in _ = host.makeServiceSession() }
    #expect(bench.system.demand.gnss == .continuous)
    #expect(live(serviceSession: true, requiresServiceSession: true).system.demand.gnss == .continuous)
    // iOS 17 knows no such thing.
    #expect(live(platform: .ios17, requiresServiceSession: true).system.demand.gnss == .continuous)
  }

  @Test(arguments: [
    (LiveConfiguration.standard, ActivityType.other, -1.0), (.automotiveNavigation, .automotiveNavigation, -2),
    (.otherNavigation, .otherNavigation, -2), (.fitness, .fitness, -1), (.airborne, .airborne, -1),
  ])
  func configurationsStandForAnActivity(
    _ configuration: LiveConfiguration, type: ActivityType, accuracy: Double
  ) {
    let state = live(configuration: configuration).system.board.sessions.sessions[0].configuration
    #expect(state.activityType == type)
    #expect(state.desiredAccuracy.rawValue == accuracy)
    #expect(state.distanceFilter <= 0)
    #expect(!state.pausesAutomatically)
  }

  @Test func stoppingEndsThem() {
    var bench = live()
    bench.act { app in (app.keep[0] as? LiveUpdates)?.stop() }
    #expect(bench.system.demand.isEmpty)
    bench.leave()
    bench.move(.still)
    bench.advance(to: 1000)
    bench.move(.walking)
    bench.advance(to: 1060)
    #expect(bench.system.demand.isEmpty)
    #expect(bench.journal.times("stationary").isEmpty)
  }
}
