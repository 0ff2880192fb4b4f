import DeviceModel
import Core
import Testing

struct GNSSReceiverTests {
  let parameters: GNSSParameters

  init() throws { parameters = try #require(try SampleProfiles.phone.parameters(mode: .fixed).gnss) }

  func trace(
    lastFix: TimeSpan? = nil, ephemeris: TimeSpan? = nil, almanac: TimeSpan? = nil
  ) -> Trace<GNSSReceiver> {
    Trace(GNSSReceiver(parameters: parameters, lastFixAge: lastFix, ephemerisAge: ephemeris, almanacAge: almanac)) {
      $0.timerFired(at: $1)
    }
  }

  let fix = EnergyAttribution(.fix, app: 3)

  @Test func acquiresTracksSleepsAndSwitchesOff() {
    var trace = trace()
    trace.input(at: 1) { $0.acquire(.cold, timeToFirstFix: .seconds(31.7), cause: fix, at: $1) }
    trace.input(at: 60) { $0.stop(at: $1) }
    trace.advance(to: 70)
    #expect(trace.timeline == "off 1 | acquiring_cold 31.7 | tracking 27.3 | sleeping 2.3 | off 7.7")
    #expect(trace.stretches[3].cause == fix)
    #expect(trace.stretches[4].cause == .system)
  }

  @Test(arguments: [nil, TimeSpan.seconds(37.1)])
  func givesUpWhenTheAttemptFailsOrTakesTooLong(time: TimeSpan?) {
    var outputs: [GNSSReceiver.Output] = []
    var trace = Trace(
      GNSSReceiver(parameters: parameters, lastFixAge: nil, ephemerisAge: nil, almanacAge: nil)
    ) { receiver, instant in
      if let output = receiver.timerFired(at: instant) { outputs.append(output) }
    }
    trace.input(at: 0) { $0.acquire(.warm, timeToFirstFix: time, cause: fix, at: $1) }
    trace.advance(to: 40)
    #expect(trace.timeline == "acquiring_warm 37 | off 3")
    #expect(outputs == [.gaveUp])
  }

  @Test func startTypeFollowsWhatTheReceiverKnows() {
    let hot = trace(lastFix: .minutes(29), ephemeris: .hours(3), almanac: .hours(24)).machine
    #expect(hot.startType(at: .start, networkAtHand: false) == .hot)
    #expect(hot.startType(at: .seconds(59), networkAtHand: true) == .hot)
    #expect(hot.startType(at: .seconds(60), networkAtHand: true) == .assisted)
    #expect(hot.startType(at: .seconds(60), networkAtHand: false) == .warm)
    let expired = trace(lastFix: .minutes(5), ephemeris: .hours(4), almanac: .hours(24 * 181)).machine
    #expect(expired.startType(at: .start, networkAtHand: false) == .cold)
    let new = trace().machine
    #expect(new.startType(at: .start, networkAtHand: true) == .assisted)
    #expect(new.startType(at: .start, networkAtHand: false) == .cold)
  }

  @Test func predictedOrbitsStandInForANetwork() throws {
    var values = SampleProfiles.phoneValues
    values["gnss.ttff.extended.median"] = 6.1
    values["gnss.ttff.extended.log_deviation"] = 0.57
    values["gnss.extended_validity"] = 7 * 86_400
    let parameters = try #require(
      try SampleProfiles.profile(values).parameters(mode: .fixed).gnss)
    var receiver = GNSSReceiver(
      parameters: parameters, lastFixAge: .hours(5), ephemerisAge: .hours(5), almanacAge: .hours(5),
      extendedAge: .hours(24 * 6))
    #expect(receiver.startType(at: .start, networkAtHand: false) == .extended)
    #expect(receiver.startType(at: .start, networkAtHand: true) == .assisted)
    #expect(receiver.startType(at: .start + .hours(24), networkAtHand: false) == .warm)
    // A network seen in between: they are a day old at most.
    receiver.networkSeen(at: .start + .hours(12))
    #expect(receiver.startType(at: .start + .hours(24 * 6), networkAtHand: false) == .extended)
    #expect(receiver.startType(at: .start + .hours(24 * 6.6), networkAtHand: false) == .warm)
    // With a recent fix they serve as ephemerides do: place and time are known.
    receiver.acquire(.extended, timeToFirstFix: .seconds(6.1), cause: fix, at: .start)
    #expect(receiver.state == .acquiringExtended)
    receiver.timerFired(at: .seconds(6.1))
    receiver.stop(at: .seconds(20))
    #expect(receiver.startType(at: .seconds(30), networkAtHand: false) == .hot)
    #expect(receiver.startType(at: .start + .hours(1), networkAtHand: false) == .extended)
    #expect(
      GNSSReceiver(
        parameters: self.parameters, lastFixAge: nil, ephemerisAge: nil, almanacAge: .hours(5), extendedAge: .hours(1)
      ).startType(at: .start, networkAtHand: false) == .warm)
  }

  @Test func thirtySecondsOfTrackingRenewTheEphemerides() {
    for (tracked, type) in [(29.0, GNSSReceiver.StartType.cold), (30, .hot)] {
      var trace = trace(lastFix: .minutes(1), ephemeris: .hours(3.99), almanac: nil)
      trace.input(at: 0) { $0.acquire(.hot, timeToFirstFix: .seconds(1), cause: fix, at: $1) }
      trace.input(at: 1 + tracked) { receiver, instant in
        receiver.noteFix(at: instant)
        receiver.stop(at: instant)
      }
      trace.advance(to: 120)
      #expect(trace.machine.startType(at: .seconds(120), networkAtHand: false) == type, "after \(tracked) s")
    }
  }

  @Test func assistedAndColdStartsBringEphemerides() {
    for type in [GNSSReceiver.StartType.assisted, .warm, .cold] {
      var trace = trace()
      trace.input(at: 0) { $0.acquire(type, timeToFirstFix: .seconds(9), cause: fix, at: $1) }
      trace.input(at: 10) { $0.stop(at: $1) }
      #expect(trace.machine.startType(at: .seconds(20), networkAtHand: false) == .hot)
    }
  }

  @Test func modeAppliesNowOrWhenTrackingStarts() {
    var trace = trace()
    trace.input(at: 0) { receiver, instant in
      receiver.setMode(.dutyCycled, at: instant)
      receiver.acquire(.hot, timeToFirstFix: .seconds(1.3), cause: fix, at: instant)
    }
    trace.input(at: 5) { $0.setMode(.batching, at: $1) }
    trace.input(at: 9) { $0.setMode(.continuous, at: $1) }
    trace.advance(to: 10)
    #expect(trace.timeline == "acquiring_hot 1.3 | duty_cycled 3.7 | batching 4 | tracking 1")
  }

  @Test func aReceiverThatCannotDutyCycleOrBatchTracksContinuously() throws {
    var values = SampleProfiles.phoneValues
    values["gnss.duty_cycled"] = nil
    values["gnss.batch_capacity"] = nil
    let plain = try #require(try SampleProfiles.profile(values).parameters(mode: .fixed).gnss)
    for mode in GNSSReceiver.TrackingMode.allCases {
      var receiver = GNSSReceiver(parameters: plain, lastFixAge: nil, ephemerisAge: nil, almanacAge: nil)
      receiver.setMode(mode, at: .start)
      receiver.acquire(.hot, timeToFirstFix: .seconds(1), cause: fix, at: .start)
      receiver.timerFired(at: .seconds(1))
      #expect(receiver.state == .tracking)
    }
  }

  @Test func lostSignalSwitchesOffWithoutSleep() {
    var trace = trace()
    trace.input(at: 0) { $0.acquire(.hot, timeToFirstFix: .seconds(1), cause: fix, at: $1) }
    trace.input(at: 4) { $0.loseSignal(at: $1) }
    trace.advance(to: 6)
    #expect(trace.timeline == "acquiring_hot 1 | tracking 3 | off 2")
  }

  @Test func anAbandonedAcquisitionCanBeginAnewAtOnce() {
    var trace = trace()
    trace.input(at: 0) { $0.acquire(.cold, timeToFirstFix: .seconds(31), cause: fix, at: $1) }
    trace.input(at: 7) { receiver, instant in
      receiver.abandon(at: instant)
      receiver.acquire(.assisted, timeToFirstFix: .seconds(4.1), cause: fix, at: instant)
    }
    trace.advance(to: 12)
    #expect(trace.timeline == "acquiring_cold 7 | acquiring_assisted 4.1 | tracking 0.9")
  }

  @Test func startingFromSleepEndsTheSleep() {
    var trace = trace()
    trace.input(at: 0) { $0.acquire(.hot, timeToFirstFix: .seconds(1), cause: fix, at: $1) }
    trace.input(at: 4) { $0.stop(at: $1) }
    trace.input(at: 5.5) { $0.acquire(.hot, timeToFirstFix: .seconds(1), cause: fix, at: $1) }
    trace.advance(to: 10)
    #expect(trace.timeline == "acquiring_hot 1 | tracking 3 | sleeping 1.5 | acquiring_hot 1 | tracking 3.5")
  }

  @Test func onlyTrackingCostsMoreInWeakSignal() throws {
    let prices = try CellularContractTests.prices(SampleProfiles.lte)
    func watts(_ state: GNSSReceiver.State, _ bin: SignalStrength) -> Double {
      prices.power(.gnss, state: state.rawValue, bin: bin).watts
    }
    #expect(watts(.tracking, .strong) == 0.043)
    #expect(watts(.batching, .weak) == 0.043 * 3.1)
    #expect(watts(.tracking, .weak) == 0.043 * 3.1)
    #expect(watts(.dutyCycled, .strong) == 0.017)
    #expect(watts(.dutyCycled, .weak) == 0.017 * 3.1)
    #expect(watts(.acquiringWarm, .strong) == 0.149)
    #expect(watts(.acquiringWarm, .weak) == 0.149)
    #expect(watts(.sleeping, .strong) == 0.0051)
    #expect(watts(.off, .strong) == 0)
  }

}
