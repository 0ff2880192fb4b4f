import DeviceModel
import LocationServices
import Core
import Testing
import World

@testable import Simulation

/// The arrow in the status bar and the marks in the settings.
@Suite struct IndicatorTests {
  @Test func whatIsShownStaysAfterTheUseAndOverlapsCountOnce() {
    var span = ShownSpan(linger: .seconds(10))
    span.use(true, at: .seconds(100))
    span.use(false, at: .seconds(107))
    // Shown from 100 s to 117 s; used again before that.
    span.use(true, at: .seconds(113))
    #expect(span.total(at: .seconds(113)) == .seconds(13))
    span.use(false, at: .seconds(131))
    #expect(span.total(at: .seconds(133)) == .seconds(33))
    #expect(span.total(at: .seconds(141)) == .seconds(41))
    #expect(span.total(at: .seconds(500)) == .seconds(41))
    span.use(true, at: .seconds(600))
    #expect(span.total(at: .seconds(605)) == .seconds(46))
  }

  private func run(_ app: AppDefinition, seconds: Double = 900) throws -> RunRecord {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
    let scenario = Scenario(
      name: "arrow", summary: "", notes: [], horizon: .seconds(seconds),
      legs: [Leg(dwell: "street", at: Trials.berlin, stay: .toTheEnd, surroundings: street)],
      script: [
        ScriptEvent(instant: .start, kind: .foreground), ScriptEvent(instant: .seconds(300), kind: .background),
      ])
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    return PhoneSimulation.record(of: phone, world: Trials.world(scenario, seed: 1, network: network))
  }

  private func recorder(_ platform: Platform) -> AppDefinition {
    AppDefinition(name: "recorder", platform: platform) {
      ScriptedApp { app, host in
        app.start(host)
        _ = host.schedule(after: 117) { [weak app] in app?.manager?.stopUpdatingLocation() }
      }
    }
  }

  @Test func theArrowStaysTenSecondsTheMarkAMinuteAndTheListADay() throws {
    let shown = try run(recorder(.ios6)).indicators
    #expect(abs(shown.arrow.seconds - 127) < 0.1)
    #expect(abs(shown.marks[0].seconds - 177) < 0.1)
    let launch = try Trials.phone("modern-phone", .fixed).device.processor.launchTime
    #expect(abs(shown.lists[0].seconds - (900 - launch.seconds)) < 0.2)
  }

  @Test func beforeIOS6TheArrowWentWithTheUse() throws {
    let shown = try run(recorder(.ios5)).indicators
    #expect(abs(shown.arrow.seconds - 117) < 0.1)
    #expect(abs(shown.marks[0].seconds - 117) < 0.1)
  }

  @Test func theArrowIsThereAsLongAsAServiceWatchesEvenWhileTheAppSleeps() throws {
    let watcher = AppDefinition(name: "watcher") {
      ScriptedApp { _, host in host.makeLocationManager().startMonitoringSignificantLocationChanges() }
    }
    #expect(try run(watcher).indicators.arrow > .seconds(890))
    let quiet = AppDefinition(name: "quiet") { ScriptedApp { _, host in _ = host.makeLocationManager() } }
    let none = try run(quiet).indicators
    #expect(none == IndicatorTimes(arrow: .zero, marks: [.zero], lists: [.zero]))
  }

  @Test func aSuspendedSessionHasNoAccess() throws {
    let app = ScriptedApp.definition { app, host in app.start(host).allowsBackgroundLocationUpdates = false }
    let shown = try run(app).indicators
    // Launched after a moment, left at 300 s, suspended five seconds later, ten seconds of arrow.
    let launch = try Trials.phone("modern-phone", .fixed).device.processor.launchTime.seconds
    #expect(abs(shown.arrow.seconds - (315 - launch)) < 0.2)
  }
}
