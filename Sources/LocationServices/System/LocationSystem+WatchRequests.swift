import DeviceModel
package import Core
import World

/// `requestLocation` on a watch: beside the phone the phone finds the position, and the answer goes over Bluetooth (2015
/// session).
extension LocationSystem {
  /// What a manager's accuracy comes to here. A watch of the first systems on its own has that of 100 m at best.
  func attainable(_ accuracy: DesiredAccuracy, app: Int) -> DesiredAccuracy {
    guard pair.end == .watch, !pair.positionsFromPhone,
      !apps[app].definition.platform.offers(.continuousUpdatesOnWatch),
      accuracy.rawValue < DesiredAccuracy.hundredMeters.rawValue
    else { return accuracy }
    return .hundredMeters
  }

  /// On the watch: hands requests that have not been to the phone. The number names app and manager.
  package mutating func askPhoneForRequests() {
    guard pair.positionsFromPhone else { return }
    for app in apps.indices where apps[app].process.isRunning && apps[app].may(.requestLocation) {
      for manager in apps[app].managers.indices
      where apps[app].managers[manager].oneShot != nil && !apps[app].managers[manager].oneShotIsWithPhone
        && !apps[app].isReduced(manager)
      {
        apps[app].managers[manager].oneShotIsWithPhone = true
        let configuration = apps[app].managers[manager].configuration
        pair.tell(
          app, .request(identifier: manager, configuration.desiredAccuracy, configuration.activityType))
      }
    }
  }

  /// On the watch: the phone is gone; what it was asked for the watch looks for itself.
  package mutating func takeBackRequests() {
    for app in apps.indices {
      for manager in apps[app].managers.indices { apps[app].managers[manager].oneShotIsWithPhone = false }
    }
    needsDemand = true
  }

  /// On the watch: the phone's answer, `nil` when it found nothing. A request that was cancelled meanwhile gets none.
  package mutating func phoneAnswered(_ manager: Int, _ location: Location?, app: Int) {
    guard manager < apps[app].managers.count, apps[app].managers[manager].oneShotIsWithPhone else { return }
    finishOneShot(app, manager, location)
  }

  /// On the phone: looks for a position for the watch.
  package mutating func requestForWatch(
    _ identifier: Int, _ accuracy: DesiredAccuracy, _ activity: ActivityType, app: Int, at now: Instant
  ) {
    var search = OneShotRequest(accuracy, at: now)
    if let last = movement.lastPosition {
      let age = now.seconds - last.timestamp
      if age <= Self.cachedFor.seconds,
        search.note(last, drift: movement.drift(since: last, at: now), speed: movement.fastest, at: now)
      {
        return pair.answer(app, identifier, search.best)
      }
    }
    pair.serve(identifier, accuracy, activity, app: app, search)
    needsDemand = true
  }

  /// On the phone: the watch is out of reach, nobody waits for an answer any more.
  package mutating func forgetWatchRequests() {
    if pair.forgetRequests() { needsDemand = true }
  }

  mutating func noteForWatch(_ location: Location, at now: Instant) {
    let (drift, speed) = (movement.drift(since: location, at: now), movement.fastest)
    if pair.note(location, drift: drift, speed: speed, at: now) { needsDemand = true }
  }

  mutating func endWatchRequests(at now: Instant) {
    if pair.endRequests(at: now) { needsDemand = true }
  }
}
