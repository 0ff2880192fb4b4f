import Core
import Testing
import World

@testable import LocationServices

@Suite struct OneShotTests {
  private func asking(
    _ accuracy: DesiredAccuracy, authorization: Authorization = .whenInUse, platform: Platform = .ios9,
    asksFor: AuthorizationRequest? = nil, motion: MotionClass = .still
  ) -> Bench {
    .opened(authorization: authorization, platform: platform, asksFor: asksFor, motion: motion) { app, host in
      let manager = app.makeManager(host)
      manager.desiredAccuracy = accuracy
      manager.requestLocation()
    }
  }

  @Test func thePositionsConvergeInsideAndTheOneThatIsGoodEnoughIsTheOnlyOneTheAppGets() {
    var bench = asking(.hundredMeters)
    bench.fix(accuracy: 1414, fromGNSS: false)
    bench.advance(to: 1)
    bench.fix(accuracy: 165, fromGNSS: false)
    #expect(bench.journal.deliveries.isEmpty)
    #expect(!bench.system.demand.isEmpty)
    bench.advance(to: 2)
    bench.fix(accuracy: 65, fromGNSS: false)
    #expect(bench.journal.deliveries.map(\.locations[0].horizontalAccuracy) == [65])
    // Stopped by itself.
    #expect(bench.system.demand.isEmpty)
    bench.advance(to: 3)
    bench.fix()
    bench.advance(to: 100)
    #expect(bench.journal.lines == ["0.0 launched by user", "2.0 1 locations"])
  }

  /// On the screen somebody waits: from the request until the position, or its failure. Behind the screen nobody does.
  @Test func aRequestOnTheScreenIsASearch() {
    var bench = asking(.hundredMeters)
    bench.advance(to: 7)
    bench.fix(accuracy: 65, fromGNSS: false)
    #expect(bench.system.searches.map(\.start.seconds) == [0] && bench.system.searches.map(\.end.seconds) == [7])
    #expect(bench.system.searches.first?.answers.map(\.delivered.seconds) == [7])
    let refused = asking(.best, authorization: .denied)
    #expect(refused.system.searches.map(\.answers.count) == [0])
    var hidden = asking(.hundredMeters, authorization: .always)
    hidden.fix(accuracy: 65, fromGNSS: false)
    hidden.leave()
    hidden.actOnHost { $0.makeLocationManager().requestLocation() }
    hidden.advance(to: 5)
    hidden.fix(accuracy: 65, fromGNSS: false)
    #expect(hidden.system.searches.count == 1)
  }

  /// The same of Android's `getCurrentLocation`; a stream of updates is no search, nor is one that only listens.
  @Test func oneUpdateOfTheFusedProviderIsASearch() {
    func searches(_ request: FusedLocationRequest) -> [PositionSearch] {
      var bench = Bench.android(.android14, request, motion: .walking)
      bench.advance(to: 3)
      bench.fix(accuracy: 11)
      bench.advance(to: 9)
      bench.fix(accuracy: 13)
      return bench.system.searches
    }
    var one = FusedLocationRequest(priority: .highAccuracy, interval: 1)
    one.maxUpdates = 1
    let found = searches(one)
    #expect(found.map(\.end.seconds) == [3] && found.first?.answers.count == 1, "\(found)")
    #expect(searches(FusedLocationRequest(priority: .highAccuracy, interval: 1)).isEmpty)
    var passive = FusedLocationRequest(priority: .passive, interval: 1)
    passive.maxUpdates = 1
    #expect(searches(passive).isEmpty)
  }

  @Test func whenItDoesNotGetBetterTheBestOfThemIsTaken() {
    var bench = asking(.best)
    for (second, accuracy) in [(1.0, 48.0), (2, 24), (3, 32), (4, 24)] {
      bench.advance(to: second)
      bench.fix(accuracy: accuracy)
      #expect(bench.journal.deliveries.isEmpty)
    }
    // The third in a row that is no better: a plateau, with the newest of the best.
    bench.advance(to: 5)
    bench.fix(accuracy: 25)
    #expect(bench.journal.times("1 locations") == [5])
    #expect(bench.journal.deliveries[0].locations[0].horizontalAccuracy == 24)
    #expect(bench.journal.deliveries[0].locations[0].timestamp == 4)
  }

  @Test func aRegressionInBetweenDoesNotEndTheSearch() {
    var bench = asking(.best)
    for (second, accuracy) in [(1.0, 48.0), (2, 65), (3, 24), (4, 32), (5, 12), (6, 5)] {
      bench.advance(to: second)
      bench.fix(accuracy: accuracy)
    }
    #expect(bench.journal.times("1 locations") == [6])
    #expect(bench.journal.deliveries[0].locations[0].horizontalAccuracy == 5)
  }

  @Test func theSearchEndsWithWhatThereIs() {
    // Ten seconds for the best, as long after a scan where satellites stand in for it, four for coarser ones.
    for (accuracy, end) in [(DesiredAccuracy.best, 10.0), (.hundredMeters, 13), (.kilometer, 4)] {
      var bench = asking(accuracy)
      bench.fix(accuracy: 1414, fromGNSS: false)
      bench.advance(to: 60)
      #expect(bench.journal.times("1 locations") == [end])
    }
  }

  @Test func atTheBottomOfAMineTheErrorIsTheOneCallback() {
    var bench = asking(.hundredMeters)
    bench.advance(to: 1000)
    #expect(bench.journal.lines == ["0.0 launched by user", "30.0 failed locationUnknown"])
    #expect(bench.system.demand.isEmpty)
  }

  @Test func aFirstPositionThatComesLateMayStillGetBetter() {
    var bench = asking(.best)
    bench.advance(to: 26)
    bench.fix(accuracy: 65)
    bench.advance(to: 27)
    bench.fix(accuracy: 10)
    bench.advance(to: 40)
    #expect(bench.journal.times("1 locations") == [29])
    #expect(bench.journal.deliveries[0].locations[0].horizontalAccuracy == 10)
  }

  @Test func whatTheSystemKnowsAlreadyIsTheFirstPosition() {
    for (motion, second) in [(MotionClass.still, 20.0), (.walking, 24)] {
      var bench = Bench.opened(platform: .ios9, motion: motion) { app, host in _ = app.makeManager(host) }
      bench.fix(accuracy: 65)
      bench.advance(to: 20)
      bench.act {
        $0.managers[0].desiredAccuracy = .hundredMeters
        $0.managers[0].requestLocation()
      }
      bench.advance(to: 100)
      // Someone who walked for 20 s may be elsewhere: the search goes on, and comes back to it when nothing is better.
      #expect(bench.journal.times("1 locations") == [second])
    }
  }

  @Test func aDriverGetsTheFixThatIsGoodNowAndNotAFinerOneOfBefore() {
    var bench = Bench.opened(platform: .ios9, motion: .automotive) { app, host in _ = app.makeManager(host) }
    bench.fix(accuracy: 5)
    bench.advance(to: 37)
    bench.act {
      $0.managers[0].desiredAccuracy = .nearestTenMeters
      $0.managers[0].requestLocation()
    }
    bench.advance(to: 39)
    bench.fix(east: 1100, accuracy: 10)
    #expect(bench.journal.deliveries.map(\.locations) == [[Bench.location(east: 1100, accuracy: 10, at: 39)]])
  }

  @Test func whileTheUserMovesANewerPositionIsBetterThanAFinerOneOfSecondsAgo() {
    // 3 m/s: after five seconds 24 m may have become 39.
    for (motion, taken) in [(MotionClass.walking, 35.0), (.still, 24)] {
      var bench = asking(.best, motion: motion)
      for (second, accuracy) in [(1.0, 24.0), (3, 47), (4, 46), (6, 35)] {
        bench.advance(to: second)
        bench.fix(accuracy: accuracy)
      }
      #expect(bench.journal.deliveries.map(\.locations[0].horizontalAccuracy) == [taken])
    }
  }

  @Test func whoHasJustStoppedMayBeFarFromTheLastPosition() {
    var bench = Bench.opened(platform: .ios9, motion: .automotive) { app, host in _ = app.makeManager(host) }
    bench.fix(accuracy: 5)
    bench.advance(to: 31)
    bench.move(.still)
    bench.advance(to: 33)
    bench.act {
      $0.managers[0].desiredAccuracy = .hundredMeters
      $0.managers[0].requestLocation()
    }
    #expect(bench.journal.deliveries.isEmpty)
    bench.advance(to: 34)
    bench.fix(east: 800, accuracy: 65)
    #expect(bench.journal.deliveries.map(\.locations[0].timestamp) == [34])
  }

  @Test func aRunningSessionExcludesRequests() {
    var bench = Bench.opened(platform: .ios9) { app, host in
      let manager = app.makeManager(host)
      manager.startUpdatingLocation()
      manager.requestLocation()
    }
    #expect(bench.system.board.sessions.sessions[0].oneShot == nil)
    bench.advance(to: 100)
    #expect(bench.journal.times("failed locationUnknown").isEmpty)
  }

  @Test func startAndStopCancelARequest() {
    for starts in [true, false] {
      var bench = asking(.best, authorization: .always)
      bench.advance(to: 1)
      bench.act { starts ? $0.managers[0].startUpdatingLocation() : $0.managers[0].stopUpdatingLocation() }
      bench.advance(to: 100)
      #expect(bench.journal.lines == ["0.0 launched by user"])
      #expect(bench.system.demand.isEmpty == !starts)
      // Nobody waits for a request that was cancelled; a session goes on with the search.
      #expect(bench.system.searches.map(\.end.seconds) == (starts ? [] : [1]))
      #expect(bench.system.searches.allSatisfy { !$0.found })
    }
  }

  @Test func askingTwiceBringsOneAnswer() {
    var bench = asking(.hundredMeters)
    bench.advance(to: 1)
    bench.act { $0.managers[0].requestLocation() }
    bench.fix(accuracy: 65)
    bench.fix(accuracy: 65)
    #expect(bench.journal.deliveries.count == 1)
  }

  @Test func aSecondManagerHasItsOwnRequest() {
    var bench = Bench.opened(platform: .ios9) { app, host in
      for accuracy in [DesiredAccuracy.kilometer, .nearestTenMeters] {
        let manager = app.makeManager(host)
        manager.desiredAccuracy = accuracy
        manager.requestLocation()
      }
    }
    bench.fix(accuracy: 500, fromGNSS: false)
    bench.advance(to: 2)
    bench.fix(accuracy: 10)
    #expect(bench.journal.deliveries.map(\.locations[0].horizontalAccuracy) == [500, 10])
  }

  @Test func whileTheUserHasNotAnsweredItErrsByTimeOut() {
    var bench = asking(.hundredMeters, authorization: .notDetermined)
    bench.fix(accuracy: 65)
    bench.advance(to: 100)
    #expect(bench.journal.lines == ["0.0 launched by user", "30.0 failed locationUnknown"])
  }

  @Test func theAnswerLetsARequestBeginAndARefusalEndsIt() {
    for access in [UserDecisions.Access.whileUsing, .never] {
      var bench = Bench(authorization: .notDetermined, platform: .ios18, asksFor: .whenInUse) { app, host in
        let manager = app.makeManager(host)
        manager.desiredAccuracy = .hundredMeters
        manager.requestLocation()
      }
      bench.system.setUser(UserDecisions(access: access), startOfDay: 0)
      bench.open()
      bench.advance(to: 4)
      #expect(bench.system.demand.isEmpty)
      bench.advance(to: 5)
      #expect(bench.system.demand.isEmpty == (access == .never))
      guard access == .whileUsing else {
        #expect(bench.journal.lines.last == "5.0 failed denied")
        continue
      }
      bench.advance(to: 6)
      bench.fix(accuracy: 65)
      #expect(bench.journal.lines.last == "6.0 1 locations")
    }
  }

  @Test func whenDeniedItIsRefusedAtOnceAndBeforeIOS9ItDoesNotExist() {
    #expect(asking(.best, authorization: .denied).journal.lines.last == "0.0 failed denied")
    var bench = asking(.best, authorization: .always, platform: .ios8)
    bench.advance(to: 100)
    #expect(bench.journal.lines == ["0.0 launched by user"])
  }

  @Test func fromTheBackgroundItNeedsAlwaysOrASessionOfThisApp() {
    for (authorization, isAllowed) in [(Authorization.whenInUse, false), (.always, true)] {
      var bench = Bench.opened(authorization: authorization, platform: .ios9) { app, host in
        host.beginBackgroundTask()
        app.makeManager(host).desiredAccuracy = .hundredMeters
      }
      bench.leave()
      bench.advance(to: 20)
      bench.act { $0.managers[0].requestLocation() }
      bench.fix(accuracy: 65)
      #expect(bench.journal.lines.last == (isAllowed ? "20.0 1 locations" : "20.0 failed denied"))
    }
  }
}
