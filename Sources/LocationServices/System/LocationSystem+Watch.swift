import DeviceModel
package import Core

extension LocationSystem {
  /// How long a message from the watch keeps the phone app running and in use: estimate, as long as a location event
  /// does; no figure is documented.
  static let watchMessageWindow = TimeSpan.seconds(10)

  // MARK: Messages and contexts

  /// What the apps gave to the link since the driver last took it, in order.
  package mutating func takeParcels() -> [WatchLink.Parcel] { pair.takeParcels() }

  /// Whether something waits for the link.
  package var hasParcels: Bool { !pair.parcels.isEmpty }

  /// A message has arrived. On the phone it launches or wakes the app and lends it in-use state: the user of the watch
  /// uses the whole, app and watch app (2015 session).
  ///
  /// - Returns: `false` for an app that neither runs nor may be launched: the sender is to be told.
  package mutating func receive(_ message: WatchMessage, app: Int, at now: Instant) -> Bool {
    if pair.end == .phone {
      // Before the first unlock after a restart no app is started.
      guard !phone.isLocked || apps[app].process.isRunning else { return false }
      wakeForWatch(app, at: now)
    } else if !apps[app].process.isRunning {
      return false
    }
    apps[app].post(.message(message))
    return true
  }

  /// A context has arrived for a running app.
  package mutating func receiveContext(_ context: WatchMessage, app: Int) {
    apps[app].post(.context(context), waking: apps[app].process.isRunning)
  }

  /// A message could not be delivered: the sender's error handler is called.
  package mutating func messageFailed(_ identifier: Int, app: Int, _ error: WatchSessionError) {
    guard apps[app].host?.messageErrors[identifier] != nil else { return }
    apps[app].post(.messageFailed(identifier, error), waking: apps[app].process.isRunning)
  }

  /// A message was delivered: its error handler will not be called.
  package mutating func messageDelivered(_ identifier: Int, app: Int) {
    apps[app].host?.messageErrors[identifier] = nil
  }

  /// Whether a message of this app would get through now.
  package mutating func setReachable(_ reachable: Bool, app: Int) { apps[app].counterpart.isReachable = reachable }

  private mutating func wakeForWatch(_ app: Int, at now: Instant) {
    resume(app, reason: .watch, at: now)
    let end = now + Self.watchMessageWindow
    apps[app].runsUntil = max(apps[app].runsUntil, end)
    apps[app].inUseUntil = max(apps[app].inUseUntil ?? end, end)
  }

  /// On the watch beside the phone: hands an upload over; the app's part is done.
  package mutating func handOver(_ upload: Upload) {
    let word = WatchLink.SystemWord.upload(
      identifier: upload.identifier, bytes: upload.bytes, onWiFiOnly: upload.onWiFiOnly)
    pair.tell(upload.app, word)
    uploadFinished(upload.identifier, app: upload.app)
  }

  /// An upload that is or was the watch's goes out from here. Its number is that of no app's call.
  package mutating func uploadForWatch(bytes: Int64, onWiFiOnly: Bool, app: Int) {
    outbox.uploads.append(Upload(app: app, identifier: -1, bytes: bytes, onWiFiOnly: onWiFiOnly))
  }

  // MARK: Positions for the watch

  /// On the phone: what the watch's sessions ask for.
  package mutating func setCompanionDemand(_ demand: PositioningDemand) {
    if pair.setDemand(demand) { needsDemand = true }
  }

  /// On the watch: whether its sessions get their positions from the phone. The watch's own radios rest then.
  package mutating func setPositionsFromPhone(_ fromPhone: Bool) {
    if pair.setPositionsFromPhone(fromPhone) { needsDemand = true }
  }

  /// On the phone: the positions for the watch's sessions since the driver last took them.
  package mutating func takeCompanionFixes() -> [CompanionFix] { pair.takeFixes() }

  /// What the watch's sessions want from the phone: all but approximate areas, which the watch computes itself.
  package var wishFromPhone: PositioningDemand {
    var rest = pair.wish
    rest.reduced = false
    return rest.gnss == .off && rest.wifi == .off && !rest.cell ? .none : rest
  }
}
