package import Core
import DeviceModel
import LocationServices
package import World

/// A phone and a watch on one day, each with its own battery, on one clock.
///
/// Each device is a `PhoneSimulation` with its own timers. The pair takes the earlier event of the two; at one instant the
/// user's taking or leaving the phone comes first, then the phone, then the watch, then what arrives over the link. After
/// each event what the apps gave to the link is carried over. A run without a watch does not come through here.
package struct PairSimulation<Observer: RunObserver>: ~Copyable {
  var phone: PhoneSimulation<Observer>
  var watch: PhoneSimulation<Observer>
  var link = WatchLink()
  let horizon: Instant
  let atHand: StepFunction<Bool>
  var atHandIndex = 0
  let usesOwnGNSSNearPhone: Bool
  /// What the phone was last told that the watch's sessions ask for.
  var lastDemand = PositioningDemand.none
  /// What the watch was last told about each app's rights.
  var lastAuthorization: [AuthorizationState]
  /// Since when the watch has been learning from the phone.
  var learnsSince: Instant?
  var messages = 0
  var failedMessages = 0

  /// - Parameters:
  ///   - phone: the phone, with the app.
  ///   - watch: the watch, with the app's other half; as many apps as the phone has.
  ///   - world: the phone's world.
  ///   - watchWorld: the watch's world on the same day.
  ///   - fixConsumer: takes the positions that the watch app gets; `nil` keeps them in the record.
  package init(
    phone: PhoneConfiguration, watch: PhoneConfiguration, world: WorldRealization, watchWorld: WorldRealization,
    horizon: Instant? = nil, phoneObserver: Observer, watchObserver: Observer, fixConsumer: (any FixConsumer)? = nil
  ) {
    precondition(phone.apps.count == watch.apps.count, "an app and its other half have one number")
    // Nobody asks for the positions on the phone: see `run`.
    self.phone = PhoneSimulation(
      phone, end: .phone, world: world, horizon: horizon, observer: phoneObserver, fixConsumer: DiscardingFixConsumer())
    self.watch = PhoneSimulation(
      watch, end: .watch, world: watchWorld, horizon: horizon, observer: watchObserver, fixConsumer: fixConsumer)
    self.horizon = min(horizon ?? world.horizon, world.horizon)
    atHand = world.phoneAtHand
    lastAuthorization = phone.apps.map { AuthorizationState($0.authorization, accuracy: $0.accuracy) }
    usesOwnGNSSNearPhone = watch.device.gnss?.usedNearPhone ?? false
  }

  /// Runs both to the horizon.
  ///
  /// - Returns: the phone's record with the watch's in it. Positions and deliveries are those that the watch app got:
  ///   what its wearer sees.
  package consuming func run() -> (record: RunRecord, phone: Observer, watch: Observer) {
    phone.begin()
    watch.begin()
    learn(at: .start)
    exchange(at: .start)
    while true {
      let occupancy = nextPresence
      let now = min(occupancy, phone.device.timers.nextInstant, watch.device.timers.nextInstant, link.deadline)
      guard now <= horizon else { break }
      if occupancy == now {
        atHandIndex += 1
      } else if phone.device.timers.nextInstant == now {
        phone.step(at: now)
      } else if watch.device.timers.nextInstant == now {
        watch.step(at: now)
      } else {
        deliver(at: now)
      }
      exchange(at: now)
    }
    phone.finish()
    watch.finish()
    return (record(), phone.device.account.observer, watch.device.account.observer)
  }

  private var nextPresence: Instant {
    atHandIndex + 1 < atHand.steps.count ? atHand.steps[atHandIndex + 1].start : .never
  }

  private func record() -> RunRecord {
    let worn = watch.device.account.record
    var record = phone.device.account.record
    (record.fixes, record.taken) = (worn.fixes, worn.taken)
    record.deliveries = worn.deliveries
    record.uploads += worn.uploads
    for missing in worn.missingServices where !record.missingServices.contains(missing) {
      record.missingServices.append(missing)
    }
    // Positions are the watch app's.
    (record.sessions, record.coarse, record.notRunning) = (worn.sessions, worn.coarse, worn.notRunning)
    var part = WatchRecord(
      device: watch.configuration.device.name, ledger: worn.ledger, prices: worn.prices, battery: worn.battery)
    part.wakeups = worn.wakeups
    part.messages = messages
    part.failedMessages = failedMessages
    part.charging = worn.charging
    record.watch = part
    return record
  }

  /// Works on the simulation at one end.
  mutating func at<Result>(_ end: WatchLink.End, _ body: (inout PhoneSimulation<Observer>) -> Result) -> Result {
    switch end {
    case .phone: body(&phone)
    case .watch: body(&watch)
    }
  }
}

extension PairSimulation where Observer == BatteryWatch {
  /// Runs a pair to the horizon and keeps the sums, and when each battery was first empty.
  package static func record(
    phone: PhoneConfiguration, watch: PhoneConfiguration, world: WorldRealization, watchWorld: WorldRealization,
    horizon: Instant? = nil, fixConsumer: (any FixConsumer)? = nil
  ) -> RunRecord {
    var (record, own, other) = PairSimulation(
      phone: phone, watch: watch, world: world, watchWorld: watchWorld, horizon: horizon,
      phoneObserver: BatteryWatch(battery: phone.device.battery),
      watchObserver: BatteryWatch(battery: watch.device.battery), fixConsumer: fixConsumer
    ).run()
    record.batteryEmpty = own.firstEmpty
    record.watch?.batteryEmpty = other.firstEmpty
    return record
  }
}

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
      guard state != lastAuthorization[app] else { continue }
      lastAuthorization[app] = state
      // Before iOS 14 what is granted for a while stays on the device.
      guard phone.system.sharesTemporaryGrants(app) || !state.endsWithUse else { continue }
      transmit(WatchLink.Message(from: .phone, app: app, content: .system(.authorized(state))), at: now)
    }
  }
}

/// What a device has for the other one: messages, and positions for the watch's sessions.
struct LinkOutput {
  var messages: [WatchLink.Message] = []
  var fixes: [CompanionFix] = []
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
    for upload in network.takeWaiting() { link.messages.append(system.handOver(upload)) }
  }

  /// A watch beside its phone leaves the network to it and keeps its own modem off.
  mutating func setCellularStandsDown(_ standsDown: Bool, at now: Instant) {
    device.setCellularStandsDown(standsDown, at: now)
    networkChanged(at: now)
  }
}
