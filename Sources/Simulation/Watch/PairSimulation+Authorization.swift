import DeviceModel
import Core
import LocationServices

extension PairSimulation {
  /// One identity on two devices: what the phone's user decides is told to the watch, and since iOS 14 each half counts as
  /// in use while the other is. That state is taken to travel with what crosses the link anyway.
  mutating func shareAuthorization(at now: Instant) {
    for app in 0..<phone.system.appCount {
      let shares = link.isUp && phone.system.sharesTemporaryGrants(app)
      let (onPhone, onWatch) = (phone.system.isInUseHere(app), watch.system.isInUseHere(app))
      if phone.system.setCounterpartInUse(shares && onWatch, app: app, at: now) { phone.settleServices(at: now) }
      if watch.system.setCounterpartInUse(shares && onPhone, app: app, at: now) { watch.settleServices(at: now) }
      guard link.isUp else { continue }
      let state = phone.system.authorization(of: app)
      guard state != toldAuthorization[app] else { continue }
      toldAuthorization[app] = state
      // Before iOS 14 what is granted for a while stays on the device.
      guard phone.system.sharesTemporaryGrants(app) || !state.endsWithUse else { continue }
      transmit(WatchLink.Parcel(from: .phone, app: app, content: .system(.authorized(state))), at: now)
    }
  }
}

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
