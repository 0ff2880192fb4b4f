import DeviceModel
import Core
import LocationServices
import World

extension PairSimulation {
  /// How far around the places where both were together the watch knows the access points, in metres: estimate for "a
  /// good long distance", enough for a run (2015 session).
  static var cacheReach: Double { 10_000 }

  private var isNear: Bool {
    atHand.steps[atHandIndex].value && phone.device.isBluetoothEnabled && watch.device.isBluetoothEnabled
  }

  /// After each event: the link follows the devices, and what was given to it is sent.
  mutating func exchange(at now: Instant) {
    if isNear != link.isUp { linkChanged(at: now) }
    updateReachability()
    shareAuthorization(at: now)
    if link.isUp { watch.handOverUploads() }
    watch.link.messages += watch.system.askPhoneForRequests()
    var rounds = 0
    while rounds < 16, !phone.link.messages.isEmpty || !watch.link.messages.isEmpty || demandChanged || waitsForContext
    {
      send(from: .phone, at: now)
      send(from: .watch, at: now)
      sendContexts(at: now)
      tellDemand(at: now)
      updateReachability()
      shareAuthorization(at: now)
      rounds += 1
    }
    forwardPositions(at: now)
  }

  private mutating func linkChanged(at now: Instant) {
    let up = isNear
    let cut = link.setUp(up)
    phone.device.setLinked(up, at: now)
    watch.device.setLinked(up, at: now)
    watch.setCellularStandsDown(up, at: now)
    watch.system.setPositionsFromPhone(up && !usesOwnGNSSNearPhone)
    if up {
      learnsSince = now
    } else {
      learn(at: now)
      lastDemand = .none
      watch.system.phoneParted(at: now)
      phone.system.forgetWatchRequests()
      phone.system.setCompanionDemand(.none)
    }
    for item in cut { failed(item, .transferTimedOut, at: now) }
    phone.settleServices(at: now)
    watch.settleServices(at: now)
  }

  /// What the watch knows from the phone when they part: the access points around all places they were at together. At
  /// the start of the day that is where it begins.
  mutating func learn(at now: Instant) {
    let from = learnsSince ?? now
    learnsSince = nil
    var instant = from
    while true {
      watch.lookUps.accessPoints.learn(around: watch.world.journey.position(at: instant), reach: Self.cacheReach)
      guard instant < now else { return }
      instant = min(instant + .minutes(5), now)
    }
  }

  private mutating func updateReachability() {
    for app in 0..<phone.system.appCount {
      phone.system.setReachable(link.accepts(from: .phone, receiverRuns: watch.runs(app)), app: app)
      watch.system.setReachable(link.isUp, app: app)
    }
  }

  // MARK: Sending

  private mutating func send(from end: WatchLink.End, at now: Instant) {
    var messages: [WatchLink.Message] = []
    at(end) { swap(&messages, &$0.link.messages) }
    for item in messages {
      switch item.content {
      case .message:
        let runs = at(end.other) { $0.runs(item.app) }
        if link.accepts(from: end, receiverRuns: runs) {
          transmit(item, at: now)
        } else {
          failed(item, .notReachable, at: now)
        }
      case .context(let context): link.keep(context, from: end, app: item.app)
      case .system: if link.isUp { transmit(item, at: now) }
      }
    }
  }

  private var waitsForContext: Bool {
    guard link.isUp else { return false }
    for app in 0..<phone.system.appCount {
      if link.hasContext(from: .phone, app: app), watch.runs(app) { return true }
      if link.hasContext(from: .watch, app: app), phone.runs(app) { return true }
    }
    return false
  }

  private mutating func sendContexts(at now: Instant) {
    for app in 0..<phone.system.appCount {
      for end in WatchLink.End.allCases where link.hasContext(from: end, app: app) {
        guard at(end.other, { $0.runs(app) }), let item = link.receiverRuns(from: end, app: app) else { continue }
        transmit(item, at: now)
      }
    }
  }

  private var demandChanged: Bool {
    link.isUp && !usesOwnGNSSNearPhone && watch.system.wishFromPhone != lastDemand
  }

  private mutating func tellDemand(at now: Instant) {
    guard demandChanged else { return }
    lastDemand = watch.system.wishFromPhone
    let app = max(lastDemand.cause.app - 1, 0)
    transmit(WatchLink.Message(from: .watch, app: app, content: .system(.demand(lastDemand))), at: now)
  }

  private mutating func forwardPositions(at now: Instant) {
    defer { phone.link.fixes.removeAll() }
    for fix in phone.link.fixes where link.isUp {
      let app = max(lastDemand.cause.app - 1, 0)
      transmit(
        WatchLink.Message(
          from: .phone, app: app, content: .system(.position(fix.location, fromGNSS: fix.fromGNSS))), at: now)
    }
  }

  /// Both radios are busy with the message, and both pay for it.
  mutating func transmit(_ item: WatchLink.Message, at now: Instant) {
    messages += 1
    let cause = EnergyAttribution(.accessory, app: item.app + 1)
    let exchanges = WatchLink.exchanges(for: item.bytes)
    let done = max(
      phone.device.exchangeOverBluetooth(exchanges, cause: cause, at: now),
      watch.device.exchangeOverBluetooth(exchanges, cause: cause, at: now))
    link.transmits(item, until: done)
  }

  private mutating func failed(_ item: WatchLink.Message, _ error: WatchSessionError, at now: Instant) {
    if case .system(.upload(_, let bytes, let onWiFiOnly)) = item.content {
      // The watch sends it itself then.
      watch.system.uploadForWatch(bytes: bytes, onWiFiOnly: onWiFiOnly, app: item.app)
    }
    guard case .message(let identifier, _) = item.content else { return }
    failedMessages += 1
    at(item.from) {
      $0.system.messageFailed(identifier, app: item.app, error)
      $0.settleServices(at: now)
    }
  }

  // MARK: Arriving

  mutating func deliver(at now: Instant) {
    for item in link.arrivals(at: now) {
      switch item.content {
      case .message(let identifier, let message):
        let accepted = at(item.from.other) { $0.system.receive(message, app: item.app, at: now) }
        if accepted {
          at(item.from) { $0.system.messageDelivered(identifier, app: item.app) }
        } else {
          failed(item, .notReachable, at: now)
        }
      case .context(let context):
        at(item.from.other) { $0.system.receiveContext(context, app: item.app) }
      case .system(let message): receive(message, app: item.app, at: now)
      }
      at(item.from.other) { $0.settleServices(at: now) }
    }
  }

  private mutating func receive(_ message: WatchLink.SystemMessage, app: Int, at now: Instant) {
    switch message {
    case .demand(let demand): phone.system.setCompanionDemand(demand)
    case .position(let location, let fromGNSS): watch.system.ingest(location, fromGNSS: fromGNSS, at: now)
    case .upload(_, let bytes, let onWiFiOnly):
      phone.system.uploadForWatch(bytes: bytes, onWiFiOnly: onWiFiOnly, app: app)
    case .authorization(let request): phone.system.askedFromWatch(app, request, at: now)
    case .fullAccuracy(let identifier): phone.system.fullAccuracyAskedFromWatch(app, identifier, at: now)
    case .fullAccuracyAnswered(let identifier, let isGranted):
      watch.system.fullAccuracyAnswered(identifier, isGranted: isGranted, app: app, at: now)
    case .authorized(let state): watch.system.followPhone(state, app: app, at: now)
    case .request(let identifier, let accuracy, let activity):
      phone.system.requestForWatch(identifier, accuracy, activity, app: app, at: now)
    case .answer(let identifier, let location): watch.system.phoneAnswered(identifier, location, app: app)
    }
  }
}
