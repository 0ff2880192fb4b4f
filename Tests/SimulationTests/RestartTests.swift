import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// What a restart does to the phone.
@Suite struct RestartTests {
  private func run(
    _ events: [(Double, ScriptEvent.Kind)], seconds: Double = 600, app: AppDefinition
  ) throws -> (record: RunRecord, observer: TimelineKeeper) {
    let (device, network) = try Trials.phone("modern-phone", .fixed)
    let street = Surroundings(sky: .suburban, accessPoints: .some, cells: .urban)
    let scenario = Scenario(
      name: "restart", summary: "", notes: [], horizon: .seconds(seconds),
      legs: [Leg(dwell: "street", at: Trials.berlin, stay: .toTheEnd, surroundings: street)],
      script: events.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) })
    let phone = try PhoneConfiguration(device: device, network: network, apps: [app])
    let world = Trials.world(scenario, seed: 1, network: network)
    return PhoneSimulation(phone, world: world, observer: TimelineKeeper()).run()
  }

  @Test func radiosAreOffWhileThePhoneRestartsAndTheProcessorWorksForTheSystem() throws {
    let app = ScriptedApp.definition { $0.start($1) }
    let (record, observer) = try run([(0, .foreground), (97, .background), (131, .reboot)], app: app)
    let cellular = observer.timeline.filter { $0.component == .cellular && $0.start == .seconds(131) }
    #expect(cellular.map(\.state) == [CellularRadio.State.off.rawValue])
    #expect(cellular.map(\.end) == [.seconds(176)])
    let gnss = observer.timeline.filter {
      $0.component == .gnss && $0.start >= .seconds(131) && $0.state == GNSSReceiver.State.tracking.rawValue
    }
    #expect(gnss.isEmpty)
    let work = observer.timeline.filter { $0.component == .processor && $0.start >= .seconds(131) }
    #expect(work.first?.state == ApplicationProcessor.State.active.rawValue)
    #expect(work.first?.cause == .system)
    // What the processor did when the restart came is done before, in the same segment's state.
    let booted = try #require(work.first { $0.state == ApplicationProcessor.State.awakeIdle.rawValue })
    #expect(booted.start >= .seconds(176) && booted.start < .seconds(177))
    #expect(record.fixes.allSatisfy { $0.delivered <= .seconds(131) })
    #expect(record.wakeups == 1)
    // After it, the phone sleeps until someone opens the app.
    #expect(work.last?.state == ApplicationProcessor.State.suspended.rawValue)
    #expect(work.last?.end == .seconds(600))
  }

  @Test func anAppCannotBeOpenedDuringARestart() throws {
    let app = ScriptedApp.definition { $0.start($1) }
    let (record, _) = try run([(0, .foreground), (31, .reboot), (63, .foreground), (90, .background)], app: app)
    #expect(record.fixes.allSatisfy { $0.delivered <= .seconds(31) })
    let (later, _) = try run([(0, .foreground), (31, .reboot), (83, .foreground)], app: app)
    #expect(later.fixes.contains { $0.delivered > .seconds(83) })
  }

  @Test func airplaneModeOutlastsARestart() throws {
    let app = ScriptedApp.definition { $0.start($1) }
    let (_, observer) = try run(
      [(0, .foreground), (31, .airplaneOn), (40, .reboot), (300, .airplaneOff)], app: app)
    let off = observer.timeline.filter {
      $0.component == .cellular && $0.state == CellularRadio.State.off.rawValue
    }
    #expect(off.map(\.start) == [.seconds(31)])
    #expect(off.map(\.end) == [.seconds(300)])
  }
}
