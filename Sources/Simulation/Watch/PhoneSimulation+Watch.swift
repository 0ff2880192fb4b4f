import DeviceModel
import EventKernel
import LocationServices
import Quantities

/// What a device does as one of a pair.
extension PhoneSimulation {
  /// Takes and handles the event that is due at `now`.
  mutating func step(at now: Instant) {
    guard let (instant, slot) = timers.popNext(through: now) else { return }
    handle(slot, at: instant)
    settleServices(at: instant)
  }

  func runs(_ app: Int) -> Bool { system.process(of: app).isRunning }

  mutating func setLinked(_ linked: Bool, at now: Instant) {
    bluetooth?.setLinked(linked, cause: EnergyAttribution(.accessory), at: now)
    settleBluetooth(at: now)
  }

  /// Keeps the radio busy with so many exchanges and pays for them.
  ///
  /// - Returns: when it is done with them.
  mutating func exchangeOverBluetooth(_ count: Int, cause: EnergyAttribution, at now: Instant) -> Instant {
    for _ in 0..<count {
      bluetooth?.message(cause: cause, at: now)
      pay(.bluetoothMessage, cause: cause, at: now)
    }
    settleBluetooth(at: now)
    return bluetooth?.deadline ?? now
  }

  /// What waits for a network goes to the phone.
  mutating func handOverUploads() {
    guard !waitingUploads.isEmpty else { return }
    for upload in waitingUploads { system.handOver(upload) }
    waitingUploads.removeAll(keepingCapacity: true)
  }

  /// A watch beside its phone leaves the network to it and keeps its own modem off.
  mutating func setCellularStandsDown(_ standsDown: Bool, at now: Instant) {
    cellularStandsDown = standsDown
    cellular?.setAirplane(standsDown || isInAirplaneMode, at: now)
    settleCellular(at: now)
    networkChanged(at: now)
  }
}
