import DeviceModel
import EventKernel
import LocationServices
import Quantities

/// What a device does as one of a pair.
extension PhoneSimulation {
  /// Takes and handles the event that is due at `now`.
  mutating func step(at now: Instant) {
    guard let (instant, slot) = device.timers.popNext(through: now) else { return }
    handle(slot, at: instant)
    settleServices(at: instant)
  }

  func runs(_ app: Int) -> Bool { system.process(of: app).isRunning }

  /// What waits for a network goes to the phone.
  mutating func handOverUploads() {
    for upload in network.takeWaiting() { system.handOver(upload) }
  }

  /// A watch beside its phone leaves the network to it and keeps its own modem off.
  mutating func setCellularStandsDown(_ standsDown: Bool, at now: Instant) {
    device.setCellularStandsDown(standsDown, at: now)
    networkChanged(at: now)
  }
}
