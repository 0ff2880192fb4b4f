import DeviceModel
import Core
import Testing

private let app = EnergyAttribution(.app, app: 1)
private let fix = EnergyAttribution(.fix, app: 2)

struct ApplicationProcessorTests {
  var trace: Trace<ApplicationProcessor>

  init() throws {
    let parameters = try SampleProfiles.phone.parameters(mode: .fixed).processor
    trace = Trace(ApplicationProcessor(parameters: parameters)) { $0.timerFired(at: $1) }
  }

  @Test mutating func workResumesRunsLingersAndSuspends() {
    trace.input(at: 1) { $0.run(for: .seconds(0.31), cause: app, at: $1) }
    #expect(!trace.machine.isReady)
    trace.advance(to: 5)
    #expect(trace.timeline == "suspended 1 | resuming 0.07 | active 0.31 | awake_idle 1.7 | suspended 1.92")
    #expect(trace.stretches[3].cause == app)
    #expect(trace.stretches[4].cause == .system)
  }

  @Test mutating func workFollowsWorkThatRunsOrWaits() {
    trace.input(at: 0) { $0.run(for: .seconds(0.2), cause: app, at: $1) }
    trace.input(at: 0.03) { $0.run(for: .seconds(0.4), cause: app, at: $1) }
    trace.input(at: 0.5) { $0.run(for: .seconds(0.1), cause: app, at: $1) }
    trace.advance(to: 1)
    #expect(trace.timeline == "resuming 0.07 | active 0.7 | awake_idle 0.23")
  }

  @Test mutating func workInTheLingerNeedsNoResume() {
    trace.input(at: 0) { $0.run(for: .seconds(0.2), cause: app, at: $1) }
    trace.input(at: 1.27) { $0.run(for: .seconds(0.2), cause: app, at: $1) }
    trace.advance(to: 4)
    #expect(
      trace.timeline == "resuming 0.07 | active 0.2 | awake_idle 1 | active 0.2 | awake_idle 1.7 | suspended 0.83")
  }

  @Test mutating func sessionKeepsItAwakeAndWorkInterruptsIt() {
    trace.input(at: 1) { $0.setLocationSession(.satellites, cause: fix, at: $1) }
    trace.input(at: 3) { $0.run(for: .seconds(0.05), cause: app, at: $1) }
    trace.input(at: 5) { $0.setLocationSession(nil, cause: fix, at: $1) }
    trace.advance(to: 8)
    #expect(
      trace.timeline
        == "suspended 1 | resuming 0.07 | location_session 1.93 | active 0.05 | location_session 1.95"
        + " | awake_idle 1.7 | suspended 1.3")
    #expect(trace.stretches[4].cause == fix)
    #expect(trace.stretches[5].cause == fix)
  }

  @Test mutating func holdKeepsItAwakeIdleUntilReleased() {
    trace.input(at: 0) { $0.setHeldAwake(true, cause: app, at: $1) }
    trace.input(at: 10) { $0.setHeldAwake(false, cause: app, at: $1) }
    // A release of nothing does not lengthen the linger.
    trace.input(at: 11) { $0.setHeldAwake(false, cause: app, at: $1) }
    trace.advance(to: 13)
    #expect(trace.timeline == "resuming 0.07 | awake_idle 11.63 | suspended 1.3")
  }

  @Test mutating func sessionStatePrevailsOverHold() {
    trace.input(at: 0) { $0.setHeldAwake(true, cause: app, at: $1) }
    trace.input(at: 1) { $0.setLocationSession(.satellites, cause: fix, at: $1) }
    trace.input(at: 2) { $0.setLocationSession(nil, cause: fix, at: $1) }
    trace.advance(to: 5)
    #expect(trace.timeline == "resuming 0.07 | awake_idle 0.93 | location_session 1 | awake_idle 3")
  }

  @Test mutating func aSessionFromWiFiKeepsCodeReadyBelowEveryOtherState() {
    trace.input(at: 1) { $0.setLocationSession(.wifi, cause: fix, at: $1) }
    // Code runs without a resume and without a linger after it.
    trace.input(at: 3) { $0.run(for: .seconds(0.05), cause: app, at: $1) }
    #expect(trace.machine.isReady)
    trace.input(at: 4) { $0.setHeldAwake(true, cause: app, at: $1) }
    trace.input(at: 5) { $0.setHeldAwake(false, cause: app, at: $1) }
    trace.input(at: 6) { $0.setLocationSession(.satellites, cause: fix, at: $1) }
    trace.input(at: 7) { $0.setLocationSession(.wifi, cause: fix, at: $1) }
    trace.input(at: 8) { $0.setLocationSession(nil, cause: fix, at: $1) }
    trace.advance(to: 11)
    #expect(
      trace.timeline
        == "suspended 1 | resuming 0.07 | wifi_session 1.93 | active 0.05 | wifi_session 0.95 | awake_idle 1"
        + " | wifi_session 1 | location_session 1 | wifi_session 1 | awake_idle 1.7 | suspended 1.3")
  }

  @Test func launchTakesItsTimeAndPutsWorkOff() throws {
    var outputs: [(ApplicationProcessor.Output, Double)] = []
    var trace = Trace(
      ApplicationProcessor(parameters: try SampleProfiles.phone.parameters(mode: .fixed).processor)
    ) { processor, instant in
      if let output = processor.timerFired(at: instant) { outputs.append((output, instant.seconds)) }
    }
    trace.input(at: 1) { $0.launch(cause: app, at: $1) }
    trace.advance(to: 2.9)
    #expect(outputs.map(\.1) == [2.9])
    trace.input(at: 2.9) { $0.run(for: .seconds(0.6), cause: app, at: $1) }
    trace.input(at: 3.1) { $0.launch(cause: fix, at: $1) }
    trace.advance(to: 9)
    #expect(
      trace.timeline
        == "suspended 1 | launching 1.9 | active 0.2 | launching 1.9 | active 0.4 | awake_idle 1.7 | suspended 1.9")
    #expect(outputs.map(\.0) == [.ready, .ready, .suspended])
  }

  @Test mutating func resumeAndLaunchCostTheirEnergyAboveSuspended() throws {
    let prices = try CellularContractTests.prices(SampleProfiles.lte)
    trace.input(at: 0) { $0.launch(cause: app, at: $1) }
    trace.advance(to: 1.9)
    #expect(abs(trace.energy(prices).joules - 2.3 - 1.9 * 0.011) < 1e-12)
    #expect(
      abs(
        prices.power(.processor, state: ApplicationProcessor.State.resuming.rawValue, bin: .strong).watts
          - 0.011 - 0.031 / 0.07) < 1e-12)
    #expect(
      abs(prices.power(.processor, state: ApplicationProcessor.State.active.rawValue, bin: .strong).watts - 0.42)
        < 1e-12)
  }
}
