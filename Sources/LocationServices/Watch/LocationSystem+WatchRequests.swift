import DeviceModel
public import Quantities
import World

/// `requestLocation` on a watch: beside the phone the phone finds the position, and the answer goes over Bluetooth (2015
/// session).
extension LocationSystem {
  /// A request of the watch that the phone serves.
  struct CompanionRequest {
    let app: Int
    let identifier: Int
    let accuracy: DesiredAccuracy
    let activity: ActivityType
    var search: OneShotRequest
  }

  /// What a manager's accuracy comes to here. A watch of the first systems on its own has that of 100 m at best.
  func attainable(_ accuracy: DesiredAccuracy, app: Int) -> DesiredAccuracy {
    guard end == .watch, !positionsFromPhone, !apps[app].definition.platform.offers(.continuousUpdatesOnWatch),
      accuracy.rawValue < DesiredAccuracy.hundredMeters.rawValue
    else { return accuracy }
    return .hundredMeters
  }

  /// On the watch: hands requests that have not been to the phone. The number names app and manager.
  public mutating func askPhoneForRequests() {
    guard positionsFromPhone else { return }
    for app in apps.indices where apps[app].process.isRunning && apps[app].may(.requestLocation) {
      for manager in apps[app].managers.indices
      where apps[app].managers[manager].oneShot != nil && !apps[app].managers[manager].oneShotIsWithPhone
        && !apps[app].isReduced(manager)
      {
        apps[app].managers[manager].oneShotIsWithPhone = true
        let configuration = apps[app].managers[manager].configuration
        askOnPhone(
          app, .request(identifier: manager, configuration.desiredAccuracy, configuration.activityType))
      }
    }
  }

  /// On the watch: the phone is gone; what it was asked for the watch looks for itself.
  public mutating func takeBackRequests() {
    for app in apps.indices {
      for manager in apps[app].managers.indices { apps[app].managers[manager].oneShotIsWithPhone = false }
    }
    needsDemand = true
  }

  /// On the watch: the phone's answer, `nil` when it found nothing. A request that was cancelled meanwhile gets none.
  public mutating func phoneAnswered(_ manager: Int, _ location: Location?, app: Int) {
    guard manager < apps[app].managers.count, apps[app].managers[manager].oneShotIsWithPhone else { return }
    finishOneShot(app, manager, location)
  }

  /// On the phone: looks for a position for the watch.
  public mutating func requestForWatch(
    _ identifier: Int, _ accuracy: DesiredAccuracy, _ activity: ActivityType, app: Int, at now: Instant
  ) {
    var search = OneShotRequest(accuracy, at: now)
    if let last = lastPosition {
      let age = now.seconds - last.timestamp
      if age <= Self.cachedFor.seconds, search.note(last, drift: drift(since: last, at: now), speed: fastest, at: now) {
        return answerWatch(app, identifier, search.best)
      }
    }
    companionRequests.append(
      CompanionRequest(app: app, identifier: identifier, accuracy: accuracy, activity: activity, search: search))
    needsDemand = true
  }

  /// On the phone: the watch is out of reach, nobody waits for an answer any more.
  public mutating func forgetWatchRequests() {
    guard !companionRequests.isEmpty else { return }
    companionRequests.removeAll()
    needsDemand = true
  }

  mutating func noteForWatch(_ location: Location, at now: Instant) {
    guard !companionRequests.isEmpty else { return }
    let (drift, speed) = (self.drift(since: location, at: now), fastest)
    for index in companionRequests.indices.reversed()
    where companionRequests[index].search.note(location, drift: drift, speed: speed, at: now) {
      let request = companionRequests.remove(at: index)
      answerWatch(request.app, request.identifier, request.search.best)
      needsDemand = true
    }
  }

  /// When a search for the watch ends with what it has, or `never`.
  var companionDeadline: Instant {
    companionRequests.reduce(.never) { min($0, $1.search.deadline) }
  }

  mutating func endWatchRequests(at now: Instant) {
    guard companionDeadline <= now else { return }
    for index in companionRequests.indices.reversed() where companionRequests[index].search.deadline <= now {
      let request = companionRequests.remove(at: index)
      answerWatch(request.app, request.identifier, request.search.best)
      needsDemand = true
    }
  }

  private mutating func answerWatch(_ app: Int, _ identifier: Int, _ location: Location?) {
    parcels.append(
      WatchLink.Parcel(from: .phone, app: app, content: .system(.answer(identifier: identifier, location))))
  }

  /// What the searches for the watch ask of positioning.
  var companionRequestDemand: PositioningDemand {
    var demand = PositioningDemand.none
    for request in companionRequests {
      if demand.cause == .system { demand.cause = EnergyAttribution(.fix, app: request.app + 1) }
      demand.ask(for: request.accuracy, activity: request.activity)
    }
    return demand
  }
}
