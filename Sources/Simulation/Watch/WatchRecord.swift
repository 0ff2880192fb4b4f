package import DeviceModel
package import Core

/// The watch's side of a run of a pair: its own ledger and its own battery.
package struct WatchRecord: Sendable {
  /// The watch's name, for reports.
  package var device: String
  package var ledger: EnergyLedger
  /// The watch's prices in this run.
  package var prices: PowerTable
  package var battery: BatteryParameters
  /// How often its processor left suspension for the app.
  package var wakeups = 0
  /// How many messages crossed the link, both ways: those of apps, contexts, and those between the systems.
  package var messages = 0
  /// How many messages ended in the sender's error handler.
  package var failedMessages = 0
  /// As in `RunRecord`, for the watch's own charger.
  package var charging = OnTimes()
  /// When the watch's battery, full at the start, was first empty; `nil` when it lasted to the horizon.
  package var batteryEmpty: Instant?
  /// Every state change of the watch, when the run was asked to keep them; in order of start, then component.
  package var timeline: [StateSegment] = []

  package init(device: String, ledger: EnergyLedger, prices: PowerTable, battery: BatteryParameters) {
    self.device = device
    self.ledger = ledger
    self.prices = prices
    self.battery = battery
  }
}
