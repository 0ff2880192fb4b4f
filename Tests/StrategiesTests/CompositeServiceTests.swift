import DeviceModel
import Core
import LocationServices
import Testing
import World

@testable import Strategies

/// Composite apps with the services besides standard updates: each action does, and each trigger fires.
@Suite struct CompositeServiceTests {
  private func strategy(_ platform: Platform, _ states: [CompositeState]) -> StrategySpecification {
    StrategySpecification(
      name: "c", summary: "", kind: "composite", platform: platform, composite: CompositeProgram(states: states))
  }

  private func say(_ bytes: Int64) -> [CompositeAction] { [.upload(CompositeUpload(bytesPerFix: bytes))] }

  private let onIOS: [CompositeAction] = [
    .configure(CompositeConfiguration(pausesAutomatically: false, allowsBackground: true)), .start(.standard),
  ]

  @Test func motionStopsAndStartsUpdatesAfterItsLatencies() throws {
    // Walking until 100 s, then rest: told after 15 s (the median, a little later by truncation); 20 s more to stop.
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "moving",
            enter: onIOS + [
              .configure(CompositeConfiguration(desiredAccuracy: .best)), .start(.motionActivity),
            ],
            rules: [
              CompositeRule(.motion(.still, confidence: .medium), do: [.setTimer("stop", after: 20)]),
              CompositeRule(.motion(.moving, confidence: .low), do: [.cancelTimer("stop")]),
              CompositeRule(.timer("stop"), goTo: 1),
            ]),
          CompositeState(
            "resting", enter: [.configure(CompositeConfiguration(desiredAccuracy: .threeKilometers))],
            rules: [CompositeRule(.motion(.moving, confidence: .low), goTo: 0)]),
        ]))
    run.walk(to: 100)
    #expect(run.system.demand.gnss == .continuous)
    run.stand(to: 133)
    #expect(run.system.demand.gnss == .continuous)
    run.stand(to: 138)
    #expect(run.system.demand.gnss == .off)
    run.walk(to: 142)
    #expect(run.system.demand.gnss == .off)
    // Walking is told after 8 s.
    run.walk(to: 150)
    #expect(run.system.demand.gnss == .continuous)
  }

  @Test func aConfidenceThatIsTooLowIsLetPass() throws {
    let rules = [
      CompositeRule(.motion(.moving, confidence: .high), do: [.upload(CompositeUpload(bytesPerFix: 5))])
    ]
    #expect(CompositeTrigger.motion(.moving, confidence: .low).covers(.motion(.walking, confidence: .high)))
    #expect(!CompositeTrigger.motion(.moving, confidence: .high).covers(.motion(.walking, confidence: .low)))
    #expect(!CompositeTrigger.motion(.moving, confidence: .low).covers(.motion(.still, confidence: .high)))
    var run = try StrategyRun(
      strategy(.ios18, [CompositeState("a", enter: onIOS + [.start(.motionActivity)], rules: rules)]))
    run.walk(to: 20)
    // What the user is doing is told at once; what was delivered by then is sent with it.
    #expect(run.uploads.isEmpty)
  }

  @Test func stepsCountFromTheStateOn() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "a", enter: onIOS + [.start(.pedometer)],
            rules: [CompositeRule(.steps(40), do: say(3), goTo: 1)]),
          CompositeState("b", rules: [CompositeRule(.steps(30), do: say(5), goTo: 0)]),
        ]))
    run.walk(to: 60)
    // 1.8 a second: 40 are reached at 22.2 s and told at 23 s (8 s and then each 2.5 s), 30 more at 41 s.
    #expect(run.uploads.map(\.time).prefix(2) == [23, 40.5])
  }

  @Test func anElasticFilterStretchesWithTheSpeed() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [CompositeState("a", enter: onIOS, rules: [CompositeRule(.delivery, do: [.elasticFilter(10)])])]))
    run.walk(to: 3)
    #expect(run.filter == 10)
    run.pass(to: 4)
    run.ride(speed: 23)
    // 23 m/s are five times 5 m/s, rounded: 50 m.
    #expect(run.filter == 50)
  }

  @Test func oneLocationIsAskedForAndTold() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "a", enter: [.configure(CompositeConfiguration(desiredAccuracy: .hundredMeters)), .requestLocation],
            rules: [CompositeRule(.delivery, do: say(7), goTo: 1)]), CompositeState("b"),
        ]))
    run.walk(to: 30)
    #expect(run.uploads.map(\.bytes) == [7])
    #expect(run.system.demand.isEmpty)
  }

  @Test func liveUpdatesRestAndTheAppIsTold() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "a", enter: [.beginSession, .beginServiceSession, .start(.liveUpdates)],
            rules: [CompositeRule(.stationary, do: say(11) + [.endServiceSession, .endSession, .stop(.liveUpdates)])])
        ]))
    run.walk(to: 10)
    run.leave()
    run.stand(to: 200)
    // Rest shows after 15 s, and two minutes behind the screen pass.
    #expect(run.uploads.map { $0.time.rounded() } == [145])
    #expect(run.system.demand.isEmpty)
  }

  @Test func conditionsOfThePhoneFireAndHold() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "a", enter: onIOS,
            rules: [
              CompositeRule(.device(.charging, isOn: true), do: say(2)),
              CompositeRule(.device(.charging, isOn: false), do: say(3)),
              CompositeRule(.device(.onWiFi, isOn: true), if: [.device(.charging, true)], do: say(5)),
              CompositeRule(.device(.onWiFi, isOn: false), do: say(7)),
              CompositeRule(.device(.lowPower, isOn: true), do: say(11)),
              CompositeRule(.device(.lowPower, isOn: false), do: say(13)),
            ])
        ]))
    run.walk(to: 1)
    let changes: [(DeviceCondition, Bool)] = [
      (.onWiFi, true), (.onWiFi, false), (.charging, true), (.onWiFi, true), (.charging, false), (.lowPower, true),
      (.lowPower, false),
    ]
    for (index, change) in changes.enumerated() {
      run.walk(to: 2 + index)
      run.change(change.0, to: change.1)
    }
    // One position each second is kept: the first time two of them, since Wi-Fi without the charger sends nothing.
    #expect(run.uploads.map(\.bytes) == [7 * 3, 2, 5, 3, 11, 13])
  }

  @Test func pushesComeEachIntervalAndFromTheDay() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "a", enter: onIOS + [.expectPushes(every: 30, .normal)],
            rules: [CompositeRule(.push, do: say(1))])
        ]))
    run.walk(to: 40)
    run.push()
    run.walk(to: 50)
    #expect(run.uploads.map { $0.time.rounded(.down) } == [30, 40])
  }

  @Test func monitorsFencesAndBeaconsAreRegistered() throws {
    var run = try StrategyRun(
      strategy(
        .ios18,
        [
          CompositeState(
            "a", enter: onIOS + [.start(.beacons)],
            rules: [
              CompositeRule(.delivery, if: [.movedAtLeast(1000)], do: [.monitor(CompositeFence("m", radius: 200))]),
              CompositeRule(.conditionUnmet("m"), do: say(3) + [.removeMonitor("m")]),
              CompositeRule(.conditionMet("m"), do: say(5)),
              CompositeRule(.beaconEntered, do: say(7)), CompositeRule(.beaconLeft, do: [.stop(.beacons)]),
            ])
        ]))
    run.walk(to: 5)
    let watches = run.system.monitorsRegions
    #expect(watches)
  }

  @Test func androidAsksTracksAndSchedules() throws {
    var run = try StrategyRun(
      strategy(
        .android14,
        [
          CompositeState(
            "a",
            enter: [
              .beginForegroundService, .request(FusedLocationRequest(priority: .balanced, interval: 60)),
              .setAlarm("off", after: 20, whileIdle: false), .scheduleWork("w", every: 900, []),
              .start(.motionActivity),
            ],
            rules: [
              CompositeRule(.alarm("off"), do: [.stop(.fused), .endForegroundService]),
              CompositeRule(.work("w"), do: [.request(FusedLocationRequest(priority: .highAccuracy, interval: 1))]),
            ])
        ]))
    // Work comes at once, and replaces the request.
    run.walk(to: 10)
    #expect(run.system.demand.gnss == .continuous)
    run.pass(to: 25)
    #expect(run.system.demand.isEmpty)
    // Fifteen minutes, and two more by the median.
    run.pass(to: 1025)
    #expect(run.system.demand.gnss == .continuous)
  }

  @Test func significantMotionIsToldToAnAndroidApp() throws {
    var run = try StrategyRun(
      strategy(
        .android14,
        [
          CompositeState(
            "a",
            enter: [
              .request(FusedLocationRequest(priority: .highAccuracy, interval: 1)), .start(.significantMotion),
            ],
            rules: [CompositeRule(.significantMotion, do: say(3), goTo: 1)]),
          CompositeState("b", enter: [.stop(.fused)]),
        ]))
    run.walk(to: 20)
    #expect(run.uploads.count == 1)
    #expect(run.uploads.first.map { abs($0.time - 10) < 1.5 } == true)
    #expect(run.system.demand.isEmpty)
  }
}
