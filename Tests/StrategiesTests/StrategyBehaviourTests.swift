import LocationServices
import Core
import Testing
import World

@testable import Strategies

@Suite struct StrategyBehaviourTests {
  private func standard(
    _ parameters: [String: StrategyValue] = [:], upload: UploadPolicy? = nil
  ) -> StrategySpecification {
    StrategySpecification(name: "s", summary: "", kind: "standard", parameters: parameters, upload: upload)
  }

  @Test func noneAsksForNothing() throws {
    var run = try StrategyRun(StrategySpecification(name: "none", summary: "", kind: "none"))
    run.walk(to: 10)
    #expect(run.system.demand.isEmpty)
    #expect(run.system.deliveries == 0)
  }

  @Test func eachFixIsUploadedAtOnceByDefault() throws {
    var run = try StrategyRun(standard(upload: UploadPolicy(bytesPerFix: 601)))
    run.walk(to: 5)
    #expect(run.uploads.map(\.bytes) == [601, 601, 601, 601, 601])
    #expect(run.uploads.map(\.time) == [1, 2, 3, 4, 5])
  }

  @Test func aBatchGoesWhenItIsFull() throws {
    var run = try StrategyRun(standard(upload: UploadPolicy(batchCount: 7, onWiFiOnly: true, bytesPerFix: 601)))
    run.walk(to: 20)
    #expect(run.uploads.map(\.bytes) == [4207, 4207])
    #expect(run.uploads.map(\.time) == [7, 14])
    #expect(run.uploads.map(\.onWiFiOnly) == [true, true])
  }

  @Test func aBatchGoesWhenItsTimeIsUpAlthoughItIsNotFull() throws {
    var run = try StrategyRun(
      standard(upload: UploadPolicy(batchCount: 100, batchInterval: 8.5, bytesPerFix: 601)))
    run.walk(to: 30)
    // The clock starts with the first fix of a batch: 1 + 8.5, then 10 + 8.5, 19 + 8.5.
    #expect(run.uploads.map(\.time) == [9.5, 18.5, 27.5])
    #expect(run.uploads.map(\.bytes) == [5409, 5409, 5409] as [Int64])
  }

  @Test func aFullBatchStopsTheClockOfItsTime() throws {
    var run = try StrategyRun(standard(upload: UploadPolicy(batchCount: 4, batchInterval: 6.5, bytesPerFix: 1)))
    run.walk(to: 6)
    run.pass(to: 30)
    // Four at 4 s; the fifth comes at 5 s and waits until 11.5 s with the sixth.
    #expect(run.uploads.map(\.time) == [4, 11.5])
    #expect(run.uploads.map(\.bytes) == [4, 2])
  }

  @Test(arguments: ["nothing", "stop", "restart"])
  func aPauseIsAnsweredAsTheFileSays(_ answer: String) throws {
    var run = try StrategyRun(
      standard([
        "pauses_automatically": .flag(true), "on_pause": .choice(answer),
      ]))
    // 2 m a second are a way; then the user stays, which is enough after a quarter of an hour.
    run.walk(to: 600)
    run.leave()
    run.walk(to: 1200)
    #expect(run.system.demand.gnss == .continuous)
    // The last place that counted as another one is at most 100 yards, 46 s, back.
    run.stand(to: 2050)
    #expect(run.system.demand.gnss == .continuous)
    run.stand(to: 2105)
    #expect(run.system.demand.isEmpty == (answer != "restart"))
    // A second pause on the spot is accepted.
    run.stand(to: 3200)
    #expect(run.system.demand.isEmpty)
    run.open()
    #expect(run.system.demand.isEmpty == (answer == "stop"))
  }

  @Test func aRestartIsRepeatedOnceTheUserHasComeOn() throws {
    var run = try StrategyRun(
      standard([
        "pauses_automatically": .flag(true), "on_pause": .choice("restart"),
      ]))
    run.walk(to: 10)
    run.leave()
    run.walk(to: 600)
    run.stand(to: 1600)
    run.walk(to: 2000)
    run.stand(to: 3000)
    // Two pauses, more than 500 m apart: restarted both times.
    #expect(run.system.demand.gnss == .continuous)
  }

  @Test func aSlowAppGetsFewerLargerDeliveries() throws {
    var run = try StrategyRun(standard(["handling_time": .time(2.3)], upload: UploadPolicy(bytesPerFix: 7)))
    run.walk(to: 12)
    #expect(run.uploads.map(\.bytes) == [7, 14, 14, 14, 21])
  }

  @Test func withoutAPolicyNothingIsUploaded() throws {
    var run = try StrategyRun(standard())
    run.walk(to: 30)
    #expect(run.system.deliveries == 30)
    #expect(run.uploads.isEmpty)
  }

  @Test func settingsReachTheManager() throws {
    var run = try StrategyRun(
      standard(["distance_filter": .distance(9), "desired_accuracy": .choice("hundred_meters")]))
    #expect(run.system.demand.gnss == .off)
    #expect(run.system.demand.wifi == .regular)
    run.walk(to: 20)
    // 2 m a second: a delivery each 5 s.
    #expect(run.system.deliveries == 4)
  }

  @Test func deferredBatchesInTheBackgroundAndAsksAgainEachTime() throws {
    var run = try StrategyRun(
      StrategySpecification(
        name: "d", summary: "", kind: "deferred", platform: .ios12,
        parameters: ["timeout": .time(100), "distance": .distance(.infinity)]))
    run.walk(to: 10)
    #expect(run.system.deliveries == 10)
    run.leave()
    run.walk(to: 1010)
    // Asked at 1 s for 100 s; at 101 s and each 100 s later the batch, then the fix upon which it asks again.
    #expect(run.system.delivered.map(\.timestamp) == (1...run.system.delivered.count).map(Double.init))
    #expect(run.system.deliveries - 10 == 20)
    #expect(run.system.demand.gnss == .batching)
  }

  @Test func deferredWithoutTheHardwareDeliversEachFix() throws {
    var run = try StrategyRun(
      StrategySpecification(name: "d", summary: "", kind: "deferred", platform: .ios12), deferral: false)
    run.leave()
    run.walk(to: 50)
    #expect(run.system.deliveries == 50)
    #expect(run.system.demand.gnss == .continuous)
  }

  @Test func significantChangeIsAskedForAtEveryLaunch() throws {
    var run = try StrategyRun(
      StrategySpecification(name: "s", summary: "", kind: "significant_change", upload: UploadPolicy()))
    #expect(run.system.significantChangeDue(at: run.now) == .start)
    run.system.terminate(0, at: run.now)
    run.system.significantChangeMeasurementBegins(at: run.now)
    let place = Location(
      position: .init(x: 6_371_000, y: 0, z: 0), horizontalAccuracy: 65, instant: .start, speed: -1)
    run.system.significantChangeMeasured(place, at: run.now)
    run.settle()
    #expect(run.system.delivered == [place])
    #expect(run.uploads.count == 1)
  }
}
