import DeviceModel
import LocationServices
import Core
import Simulation
import Testing
import World

/// A day whose user saves power below a charge, by hand: 1.3 W of 1170 J and nothing else, so 20 % last 180 s. The charger of
/// 3.9 W comes at 300 s, with 780 J left, and brings 2.6 W: 80 %, or 936 J, at 360 s. Apps learn of a percent 1 ms late.
@Suite struct PowerSavingTests {
  /// When the receiver is on: the ends of each time.
  private func receiver(
    _ platform: Platform, below limit: Double? = 0.8, chargerAt charger: Double? = 300
  ) throws -> [ClosedRange<Double>] {
    var stage = try Stage(stayingIn: Surroundings(sky: .openSky, accessPoints: .none, cells: .rural))
    (stage.seconds, stage.platform, stage.user.savesPowerBelow) = (500, platform, limit)
    (stage.device.wifi, stage.device.bluetooth, stage.device.cellular) = (nil, nil, nil)
    stage.device.battery = BatteryParameters(
      energy: .joules(1170), voltage: .volts(3.7), health: 1, chargingPower: .watts(3.9))
    stage.device.base = .watts(1.3)
    for path: WritableKeyPath<ProcessorParameters, Power> in [\.suspended, \.awakeIdle, \.locationSession, \.active] {
      stage.device.processor[keyPath: path] = .watts(0)
    }
    stage.device.processor.wifiSession = nil
    (stage.device.processor.backgroundLaunch, stage.device.processor.resumeEnergy) = (.joules(0), .joules(0))
    stage.device.gnss?.acquiring = .watts(0)
    stage.device.gnss?.trackingStrong = .watts(0)
    stage.device.gnss?.sleep = .watts(0)
    stage.script = [ScriptEvent(instant: .seconds(11), kind: .background)]
    if let charger { stage.script.append(ScriptEvent(instant: .seconds(charger), kind: .chargerOn)) }
    let timeline = try stage.run { _, host in
      host.startForegroundService()
      host.makeFusedLocationClient().requestLocationUpdates(
        FusedLocationRequest(priority: .highAccuracy, interval: 1)
      ) { _ in }
    }.observer.timeline
    var times: [ClosedRange<Double>] = []
    for segment in timeline where segment.component == .gnss {
      guard let name = GNSSReceiver.State(rawValue: segment.state)?.name, name != "off", name != "sleeping" else {
        continue
      }
      let start =
        times.last?.upperBound == segment.start.seconds ? times.removeLast().lowerBound : segment.start.seconds
      times.append(start...segment.end.seconds)
    }
    return times
  }

  /// The phone is dark: before 12 a foreground service has no satellites.
  @Test(arguments: [Platform.android8, .android11])
  func theReceiverIsOffFromTheLimitUntilTheChargerHasBroughtItBack(_ platform: Platform) throws {
    let times = try receiver(platform)
    #expect(times.count == 2, "\(times)")
    #expect(times.first?.upperBound == 180.001 && times.last?.lowerBound == 360.001, "\(times)")
    #expect(times.last?.upperBound == 500)
  }

  @Test func withoutAChargerItStaysOff() throws {
    #expect(try receiver(.android11, chargerAt: nil).map(\.upperBound) == [180.001])
  }

  /// At 60 % the limit is passed at 360 s: 1.3 W of 1170 J.
  @Test func aLowerLimitIsPassedLater() throws {
    #expect(try receiver(.android11, below: 0.6, chargerAt: nil).map(\.upperBound) == [360.001])
  }

  @Test func itStaysOnWithoutALimitAndForAServiceSince12() throws {
    #expect(try receiver(.android11, below: nil).map(\.upperBound) == [500])
    #expect(try receiver(.android14).map(\.upperBound) == [500])
  }

  /// The script switches it on twice, the second time until the end; a system without it stays as it is.
  @Test func theRecordSaysWhenPowerWasSaved() throws {
    var stage = try Stage(stayingIn: Surroundings(sky: .openSky, accessPoints: .many, cells: .urban))
    let events: [(Double, ScriptEvent.Kind)] = [
      (100, .lowPowerOn), (110, .lowPowerOn), (170, .lowPowerOff), (180, .lowPowerOff), (500, .lowPowerOn),
    ]
    stage.script = events.map { ScriptEvent(instant: .seconds($0.0), kind: $0.1) }
    let spans = try stage.run { _, _ in }.record.lowPower.spans
    #expect(spans == [.seconds(100) ... .seconds(170), .seconds(500) ... .seconds(600)])
    stage.platform = .ios8
    #expect(try stage.run { _, _ in }.record.lowPower.spans.isEmpty)
  }
}
