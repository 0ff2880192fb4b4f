import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// A whole run with chosen numbers: one fix, one upload, then home.
@Suite struct WholeRunByHandTests {
  /// A phone with GNSS and LTE only; powers in W, energies in J, times in s.
  private func phone() throws -> (device: DeviceParameters, network: NetworkParameters) {
    var (device, network) = try Trials.phone("modern-phone", .fixed)
    device.wifi = nil
    device.bluetooth = nil
    device.error.cellBiasRatio = nil
    device.base = .watts(0.023)
    device.processor.suspended = .watts(0.011)
    device.processor.awakeIdle = .watts(0.113)
    device.processor.locationSession = .watts(0.157)
    device.processor.active = .watts(0.409)
    device.processor.linger = .seconds(1.7)
    device.processor.backgroundLaunch = .joules(2.3)
    device.processor.launchTime = .seconds(1.9)
    device.processor.deliveryTime = .seconds(0.053)
    device.gnss?.acquiring = .watts(0.149)
    device.gnss?.trackingStrong = .watts(0.043)
    device.gnss?.sleep = .watts(0.0051)
    device.gnss?.sleepTime = .seconds(2.3)
    device.gnss?.hot = LogNormalTime(
      median: .seconds(1.31), logDeviation: 0, range: .seconds(0.1) ... .seconds(100))
    for (key, value) in [
      ("cellular.idle", 0.0083), ("lte.promotion", 1.21), ("lte.transferring", 0.53), ("lte.connected", 0.47),
      ("lte.short_drx", 0.37), ("lte.long_drx", 0.29), ("lte.uplink", 77e-9),
    ] { device.cellular?.values[key] = value }
    network.promotion = .seconds(0.26)
    network.uplinkRate = .bitsPerSecond(8e6)
    if case .lte(var timers) = network.timers {
      (timers.inactivity, timers.shortDRX, timers.tail) = (.seconds(0.13), .seconds(0.07), .seconds(11.3))
      network.timers = .lte(timers)
    }
    return (device, network)
  }

  @Test func oneFixAndOneUploadCostWhatPaperSays() throws {
    let (device, network) = try phone()
    let app = ScriptedApp.definition { app, host in
      app.start(host)
      app.onUpdate = { [weak host] manager, _ in
        manager.stopUpdatingLocation()
        host?.upload(bytes: 1000)
      }
    }
    var phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    (phone.lastFixAge, phone.ephemerisAge) = (.seconds(61), .seconds(61))
    let open = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)
    let scenario = Scenario(
      name: "by hand", summary: "", notes: [], horizon: .seconds(60),
      legs: [Leg(dwell: "field", at: Trials.berlin, stay: .toTheEnd, surroundings: open)],
      script: [
        ScriptEvent(instant: .seconds(5), kind: .foreground), ScriptEvent(instant: .seconds(20), kind: .background),
      ])
    let world = Trials.world(scenario, seed: 3, network: network)
    let (record, observer) = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()

    func states(_ component: Component) -> [String] {
      observer.timeline.filter { $0.component == component }.map {
        let name =
          switch component {
          case .gnss: GNSSReceiver.State(rawValue: $0.state)?.name
          case .cellular: CellularRadio.State(rawValue: $0.state)?.name
          default: ApplicationProcessor.State(rawValue: $0.state)?.name
          }
        return "\(name ?? "?") to \($0.end.seconds)"
      }
    }
    // Launched from 5 s to 6.9 s; hot acquisition of 1.31 s; the fix stops it all.
    #expect(states(.gnss) == ["off to 6.9", "acquiring_hot to 8.21", "sleeping to 10.51", "off to 60.0"])
    // 1000 bytes at 8 Mbit/s: 1 ms. The tail ends 11.3 s after the last byte.
    #expect(
      states(.cellular) == [
        "idle to 8.21", "promotion to 8.47", "transferring to 8.471", "connected to 8.601", "short_drx to 8.671",
        "long_drx to 19.771", "idle to 60.0",
      ])
    // On the screen until 20 s, then 5 s to suspend the app and 1.7 s to suspend the processor.
    #expect(
      states(.processor).filter { !$0.hasPrefix("active") } == [
        "suspended to 5.0", "launching to 6.9", "location_session to 8.21", "awake_idle to 20.0", "awake_idle to 26.7",
        "suspended to 60.0",
      ])
    #expect(
      states(.processor).filter { $0.hasPrefix("active") } == [
        "active to 6.953", "active to 8.263", "active to 20.053",
      ])
    #expect(record.deliveries == 1)
    #expect(record.fixes.map(\.delivered) == [.seconds(8.21)])
    #expect(record.uploads == 1)
    #expect(record.wakeups == 1)

    let breakdown = EnergyBreakdown(ledger: record.ledger, prices: record.prices)
    let processor =
      0.011 * 60 + 2.3 + 0.409 * 3 * 0.053 + 0.157 * (8.21 - 6.953) + 0.113 * (20 - 8.263) + 0.113 * (26.7 - 20.053)
    let gnss = 0.149 * 1.31 + 0.0051 * 2.3
    let cellular =
      0.0083 * (8.21 + 60 - 19.771) + 1.21 * 0.26 + 0.53 * 0.001 + 0.47 * 0.13 + 0.37 * 0.07 + 0.29 * 11.1 + 8000
      * 77e-9
    #expect(abs(breakdown.energy(of: .processor).joules - processor) < 1e-9)
    #expect(abs(breakdown.energy(of: .gnss).joules - gnss) < 1e-9)
    #expect(abs(breakdown.energy(of: .cellular).joules - cellular) < 1e-9)
    #expect(abs(breakdown.energy(of: .base).joules - 0.023 * 60) < 1e-9)
    #expect(abs(record.energy.joules - (processor + gnss + cellular + 1.38)) < 1e-9)
  }

  @Test func withoutAnAppThePhoneSleeps() throws {
    let (device, network) = try phone()
    let phone = try PhoneConfiguration(device: device, network: network, apps: [])
    let street = Surroundings(sky: .openSky, accessPoints: .none, cells: .rural)
    let scenario = Scenario(
      name: "asleep", summary: "", notes: [], horizon: .seconds(777),
      legs: [Leg(dwell: "field", at: Trials.berlin, stay: .toTheEnd, surroundings: street)], script: [])
    let world = Trials.world(scenario, seed: 3, network: network)
    let record = PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run().record
    #expect(abs(record.energy.joules - 777 * (0.023 + 0.011 + 0.0083)) < 1e-9)
  }
}
