import LocationServices
import Core
import Testing
import World

@testable import Strategies

@Suite struct CompositeAppTests {
  private func strategy(_ states: [CompositeState], upload: UploadPolicy? = nil) -> StrategySpecification {
    StrategySpecification(
      name: "c", summary: "", kind: "composite", platform: .ios12, upload: upload,
      composite: CompositeProgram(states: states))
  }

  private let begin: [CompositeAction] = [
    .configure(CompositeConfiguration(pausesAutomatically: false, allowsBackground: true)), .start(.standard),
  ]

  @Test func theFirstRuleThatFitsTakesTheEvent() throws {
    // Fixes of 5 m, one each second, 2 m on: the second rule is for them, the third never gets one.
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin,
          rules: [
            CompositeRule(.delivery, if: [.accuracyAtMost(4)], do: [.upload(CompositeUpload(bytesPerFix: 3))]),
            CompositeRule(.delivery, if: [.accuracyAtMost(5)], do: [.upload(CompositeUpload(bytesPerFix: 7))]),
            CompositeRule(.delivery, do: [.upload(CompositeUpload(bytesPerFix: 11))]),
          ])
      ]))
    run.walk(to: 3)
    #expect(run.uploads.map(\.bytes) == [7, 7, 7])
  }

  @Test func conditionsOnTheNewestPositionMustAllHold() throws {
    func uploads(_ conditions: [CompositeCondition]) throws -> [Double] {
      var run = try StrategyRun(
        strategy([
          CompositeState(
            "a", enter: begin,
            rules: [CompositeRule(.delivery, if: conditions, do: [.upload(CompositeUpload())])])
        ]))
      run.walk(to: 10)
      return run.uploads.map(\.time)
    }
    #expect(try uploads([.accuracyAbove(5)]) == [])
    #expect(try uploads([.speedAtLeast(2), .speedBelow(2.1)]).count == 10)
    #expect(try uploads([.speedBelow(2)]) == [])
    #expect(try uploads([.ageAtMost(1)]).count == 10)
    #expect(try uploads([.ageAbove(1)]) == [])
    // 2 m a second: the first counts as moved, then each 6 m.
    #expect(try uploads([.movedAtLeast(5.5)]) == [1, 4, 7, 10])
    // Never longer than 3 s within 6.5 m of where that began.
    #expect(try uploads([.stayed(within: 6.5, time: 3)]) == [4, 8])
    #expect(try uploads([.stayed(within: 6.5, time: 4)]) == [])
    #expect(try uploads([.inForeground(true)]).count == 10)
    #expect(try uploads([.inForeground(false)]) == [])
    // The app does not read the battery, so no level is known.
    #expect(try uploads([.accuracyAtMost(4), .batteryBelow(1)]) == [])
  }

  @Test func leavingAndEnteringDoTheirActionsEachTime() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "on", enter: begin + [.setTimer("off", after: 4.5)],
          rules: [CompositeRule(.timer("off"), goTo: 1)],
          leave: [.upload(CompositeUpload(bytesPerFix: 10)), .stop(.standard)]),
        CompositeState(
          "off", enter: [.setTimer("on", after: 10)], rules: [CompositeRule(.timer("on"), goTo: 0)]),
      ]))
    run.walk(to: 40)
    // On from 0 to 4.5 s with fixes at 1 to 4 s; off for 10 s; on from 14.5 s to 19 s with fixes at 15 to 18 s: at 19 s the
    // timer comes first. Then from 29 s to 33.5 s, where the fix at 29 s comes after the timer. Each time on again begins with
    // the position from before.
    #expect(run.uploads.map(\.time) == [4.5, 19, 33.5])
    #expect(run.uploads.map(\.bytes) == [40, 50, 60])
  }

  @Test func aTimerSetAgainStartsAgainAndACancelledOneIsSilent() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin + [.setTimer("never", after: 3)],
          rules: [
            CompositeRule(.delivery, if: [.movedAtLeast(7)], do: [.setTimer("t", after: 5), .cancelTimer("never")]),
            CompositeRule(.timer("t"), do: [.upload(CompositeUpload(bytesPerFix: 1))]),
            CompositeRule(.timer("never"), do: [.upload(CompositeUpload(bytesPerFix: 1000))]),
          ])
      ]))
    // Moved at 1, 5, 9 s: each sets the timer again before its 5 s are over.
    run.walk(to: 9)
    run.pass(to: 30)
    #expect(run.uploads.map(\.time) == [14])
    #expect(run.uploads.map(\.bytes) == [9])
  }

  @Test func droppedPositionsAreNeitherSentNorRecordedNorHeld() throws {
    var run = try StrategyRun(
      strategy(
        [
          CompositeState(
            "a", enter: begin, rules: [CompositeRule(.delivery, if: [.accuracyAbove(4)], do: [.drop])])
        ], upload: UploadPolicy(bytesPerFix: 601)))
    run.walk(to: 5)
    #expect(run.system.deliveries == 5)
    #expect(run.system.delivered.isEmpty)
    #expect(run.uploads.isEmpty)
  }

  @Test func notImprovingCountsDeliveriesWithoutASmallerRadius() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin,
          rules: [CompositeRule(.notImproving(.fixes(3)), do: [.upload(CompositeUpload(bytesPerFix: 1))])])
      ]))
    run.walk(to: 9)
    // 5 m at 1 s is the best; 2, 3 and 4 s bring no better.
    #expect(run.uploads.map(\.time) == [4])
    #expect(run.uploads.map(\.bytes) == [4])
  }

  @Test func notImprovingForATimeNeedsNoDeliveries() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin,
          rules: [CompositeRule(.notImproving(.time(6.5)), do: [.upload(CompositeUpload())], goTo: 1)]),
        CompositeState("b"),
      ]))
    run.walk(to: 2)
    run.pass(to: 60)
    // From the best position, at 1 s.
    #expect(run.uploads.map(\.time) == [7.5])
  }

  @Test func searchesAreTimedFromBeginningToEnd() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin + [.beginSearch, .setTimer("t", after: 2.5)],
          rules: [
            CompositeRule(.delivery, if: [.movedAtLeast(5)], do: [.found, .beginSearch]),
            CompositeRule(.timer("t"), do: [.giveUp]),
          ])
      ]))
    run.walk(to: 8)
    // Moved at 1, 4 and 7 s; given up at 2.5 s; the search of 4 s is found at 7 s.
    #expect(run.system.searches.map(\.found) == [true, false, true])
    #expect(run.system.searches.map(\.start.seconds) == [0, 1, 4])
    #expect(run.system.searches.map(\.end.seconds) == [1, 2.5, 7])
  }

  @Test func foregroundAndBackgroundAreEvents() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin,
          rules: [CompositeRule(.background, do: [.upload(CompositeUpload(bytesPerFix: 2))], goTo: 1)]),
        CompositeState(
          "b", rules: [CompositeRule(.foreground, do: [.upload(CompositeUpload(bytesPerFix: 5))], goTo: 0)]),
      ]))
    run.walk(to: 3)
    run.leave()
    run.walk(to: 4)
    run.system.enterForeground(0, at: run.now)
    run.settle()
    #expect(run.uploads.map(\.bytes) == [6, 5])
  }

  @Test func codesTellFailuresApart() {
    #expect(CompositeCode.any.fits(nil) && CompositeCode.any.fits(.denied))
    #expect(CompositeCode.success.fits(nil) && !CompositeCode.success.fits(.denied))
    #expect(CompositeCode.failure(.denied).fits(.denied))
    #expect(!CompositeCode.failure(.denied).fits(.network) && !CompositeCode.failure(.denied).fits(nil))
    for error in LocationError.allCases { #expect(LocationError.named(error.fileName) == error) }
    #expect(LocationError.deferredNotUpdatingLocation.fileName == "deferred_not_updating_location")
  }

  @Test func everyTriggerHasAWord() {
    let triggers: [CompositeTrigger] = [
      .launched(nil), .foreground, .background, .backgroundRefresh, .widgetReload, .delivery, .significantChange,
      .failed(nil),
      .paused, .resumed,
      .deferralFinished(.any), .timer("t"), .notImproving(.fixes(1)), .taskExpiring, .batteryChanged,
      .fenceEntered("t"), .fenceLeft("t"), .arrival, .departure,
      .uploadFinished, .geocodeFinished, .geocodeFailed(nil), .motion(.still, confidence: .low), .significantMotion,
      .steps(1), .stationary, .device(.charging, isOn: true), .device(.charging, isOn: false),
      .device(.onWiFi, isOn: true), .device(.onWiFi, isOn: false), .device(.lowPower, isOn: true),
      .device(.lowPower, isOn: false), .push, .beaconEntered, .beaconLeft, .conditionMet("t"), .conditionUnmet("t"),
      .alarm("t"), .work("t"),
    ]
    #expect(triggers.map(\.name) == CompositeTrigger.names)
  }

  @Test func aRefreshComesAfterItWasAskedForAndOnceForEachRequest() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin + [.requestRefresh(after: 1800)],
          rules: [CompositeRule(.backgroundRefresh, do: [.upload(CompositeUpload(bytesPerFix: 13, newestOnly: true))])])
      ]))
    run.leave()
    run.walk(to: 1799)
    #expect(run.uploads.isEmpty)
    run.walk(to: 12_000)
    #expect(run.uploads.map(\.bytes) == [13])
    #expect(try #require(run.uploads.first).time >= 1800)
  }

  @Test func aFenceIsAskedForOnlyAsFarAsRulesWaitForIt() throws {
    var run = try StrategyRun(
      strategy([
        CompositeState(
          "a", enter: begin,
          rules: [
            CompositeRule(.fenceLeft("f"), do: [.removeFence("f")]),
            CompositeRule(.delivery, do: [.fence(CompositeFence("f", radius: 91))], goTo: 1),
          ]),
        CompositeState("b", rules: [CompositeRule(.fenceLeft("f"), goTo: 0)]),
      ]))
    // Before the first position there is nothing to watch.
    #expect(run.watchChanges.isEmpty)
    run.walk(to: 3)
    let changes = run.watchChanges
    #expect(changes.count == 1)
    guard let change = changes.first, case .circle(let circle, _) = change.subject else {
      Issue.record("no circle is watched: \(changes)")
      return
    }
    #expect(circle.radius == 91 && change.isBegun && change.wantsExits && !change.wantsEntries)
    // Around the position of the first delivery.
    let first = GeodeticPosition(latitude: 52, longitude: 13).earthVector().moved(east: 2, north: 0)
    #expect(circle.center.distance(to: first) < 0.01)
  }
}
