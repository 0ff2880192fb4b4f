import LocationServices
import Core
import Testing
import World

@testable import Strategies

@Suite struct LiveAndRefreshTests {
  @Test func liveUpdatesUploadEachFixAndNothingWhileTheUserStays() throws {
    var run = try StrategyRun(
      StrategySpecification(name: "l", summary: "", kind: "live_updates", upload: UploadPolicy(bytesPerFix: 13)))
    run.walk(to: 5)
    #expect(run.uploads.count == 5)
    run.leave()
    run.walk(to: 8)
    run.system.motionChanged(to: .still, at: run.now)
    run.stand(to: 300)
    let rested = run.uploads.count
    // The sensors report rest after 15 s; two minutes later the updates rest.
    #expect(rested >= 8 + 134 && rested <= 8 + 137)
    #expect(run.system.demand.isEmpty)
    run.system.motionChanged(to: .walking, at: run.now)
    run.settle()
    run.walk(to: 320)
    // Walking shows after 8 s, a little later by truncation.
    #expect(run.uploads.count == rested + 12 || run.uploads.count == rested + 11)
  }

  @Test func withoutABackgroundSessionAnAppInUseEndsWithTheScreen() throws {
    var run = try StrategyRun(
      StrategySpecification(
        name: "l", summary: "", kind: "live_updates", authorization: .whenInUse,
        parameters: ["background_session": .flag(false)]))
    run.leave()
    run.pass(to: 10)
    #expect(run.system.process(of: 0) == .suspended)
  }

  @Test func eachRefreshTakesOneGoodPositionAndAsksForTheNext() throws {
    var run = try StrategyRun(
      StrategySpecification(
        name: "r", summary: "", kind: "background_refresh",
        parameters: [
          "desired_accuracy": .choice("hundred_meters"), "interval": .time(600), "patience": .time(17),
        ], upload: UploadPolicy(bytesPerFix: 13)))
    run.walk(to: 3)
    // 5 m are good enough at once.
    #expect(run.uploads.map(\.time) == [1])
    #expect(run.system.demand.isEmpty)
    run.leave()
    run.pass(to: 600)
    #expect(run.system.demand.wifi == .regular)
    // Nothing comes: the app's own timer ends it.
    run.pass(to: 616.9)
    #expect(!run.system.demand.isEmpty)
    run.pass(to: 617)
    #expect(run.system.demand.isEmpty)
    #expect(run.uploads.count == 1)
    run.pass(to: 1200)
    run.walk(to: 1202)
    #expect(run.uploads.map(\.time) == [1, 1201])
  }

  @Test func inTheBackgroundAnAppInUseMayNotLocateItself() throws {
    var run = try StrategyRun(
      StrategySpecification(
        name: "r", summary: "", kind: "background_refresh", authorization: .whenInUse,
        parameters: ["interval": .time(600)]))
    run.walk(to: 3)
    run.leave()
    run.pass(to: 601)
    #expect(run.system.demand.isEmpty)
  }
}
