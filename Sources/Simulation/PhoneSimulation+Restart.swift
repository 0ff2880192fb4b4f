import DeviceModel
import Core
import LocationServices

extension PhoneSimulation {
  /// How long a restart takes, during which the radios are off and the processor works: estimate, everyday experience with
  /// phones of the last ten years (half a minute to a minute).
  static var bootTime: TimeSpan { .seconds(45) }

  /// The phone restarts. Apps are gone; what they registered with the system is kept, but nothing starts them before the
  /// first unlock.
  mutating func reboot(at now: Instant) {
    device.switches.isRestarting = true
    startingApp = nil
    system.reboot(at: now)
    for app in 0..<system.appCount where !configuration.apps[app].platform.offers(.backgroundTransfers) {
      dropUploads(of: app, at: now)
    }
    if system.updateDemand() { applyDemand(at: now) }
    radiosSwitched(at: now)
    scans.forgetLast()
    device.run(for: Self.bootTime, cause: .system, at: now)
    device.timers.arm(Slot.boot, at: now + Self.bootTime)
  }

  mutating func bootEnded(at now: Instant) {
    device.switches.isRestarting = false
    radiosSwitched(at: now)
  }
}

/// What has switched radios off: the user, a restart, another device.
struct PhoneSwitches {
  var isInAirplaneMode = false
  /// Between a restart's begin and the end of booting.
  var isRestarting = false
  /// By the user, beside airplane mode.
  var isWiFiOff = false
  /// The user lets the phone use cellular data.
  var allowsCellularData = true
  /// The modem is off because another device has the network.
  var cellularStandsDown = false

  var areRadiosOff: Bool { isInAirplaneMode || isRestarting }
  var isWiFiOn: Bool { !isWiFiOff && !areRadiosOff }
}
