import DeviceModel
import LocationServices
import Core
import World

/// Keeps the account of a run: the ledger, what was paid by the event or the byte, and what the apps were given. What it books it
/// also tells the observer and the battery.
struct RunAccount<Observer: RunObserver> {
  var record: RunRecord
  private(set) var observer: Observer
  /// Only where an app or the user reads it.
  private(set) var battery: BatteryMeter?
  private let prices: PowerTable
  /// Takes the positions that apps get; `nil` keeps them in the record.
  private let fixConsumer: (any FixConsumer)?
  /// The newest position of the app when it asked for each upload under way.
  private var uploads: [UploadKey: DeliveredFix] = [:]
  private var newest: DeliveredFix?

  private struct UploadKey: Hashable {
    let app: Int
    let identifier: Int
  }

  init(_ record: RunRecord, readsBattery: Bool, observer: Observer, fixConsumer: (any FixConsumer)?) {
    self.record = record
    self.observer = observer
    self.fixConsumer = fixConsumer
    prices = record.prices
    if readsBattery { battery = BatteryMeter(battery: record.battery) }
  }

  // MARK: Segments

  @inline(__always)
  mutating func announcePower(of track: ComponentTrack, at now: Instant) {
    let power = prices.power(track.component, state: track.state, bin: track.bin)
    battery?.charge.powerChanged(track.component, to: power, at: now)
    observer.powerChanged(track.component, to: power, at: now)
  }

  mutating func close(_ track: ComponentTrack, at now: Instant) {
    guard now > track.since else { return }
    record.ledger.add(
      now - track.since, component: track.component, state: track.state, bin: track.bin, cause: track.cause)
    observer.segmentEnded(
      StateSegment(
        component: track.component, state: track.state, bin: track.bin, cause: track.cause, start: track.since,
        end: now))
  }

  // MARK: Payments

  /// Books an event that has a price of its own.
  mutating func pay(_ charge: EventCharge, cause: EnergyAttribution, at now: Instant) {
    record.ledger.add(charge, cause: cause)
    paid(EnergyPayment(.event(charge), cause: cause, instant: now, energy: prices.energy(of: charge)))
  }

  /// Books the bytes of a transfer over one access of the network, in the signal that there is at its end.
  mutating func pay(_ bytes: RadioTransfer, on access: RadioTechnology?, in signal: SignalStrength, at now: Instant) {
    pay(bytes.uplinkBytes, signal == .weak ? .weakUplink : .uplink, on: access, cause: bytes.cause, at: now)
    pay(bytes.downlinkBytes, .downlink, on: access, cause: bytes.cause, at: now)
  }

  private mutating func pay(
    _ bytes: Int64, _ direction: EnergyLedger.Direction, on access: RadioTechnology?, cause: EnergyAttribution,
    at now: Instant
  ) {
    record.ledger.add(bytes: bytes, direction, on: access, cause: cause)
    let energy = prices.energyPerBit(direction, on: access) * DataSize.bytes(Double(bytes))
    paid(EnergyPayment(.bytes(direction, on: access), cause: cause, instant: now, energy: energy))
  }

  private mutating func paid(_ payment: EnergyPayment) {
    battery?.charge.paid(payment)
    observer.paid(payment)
  }

  // MARK: The battery

  mutating func chargerChanged(isConnected: Bool, at now: Instant) {
    record.charging.change(to: isConnected, at: now)
    battery?.charge.chargerChanged(isConnected: isConnected, at: now)
    observer.chargerChanged(isConnected: isConnected, at: now)
  }

  /// The level for apps that read it.
  mutating func batteryLevel(at now: Instant) -> Double? {
    battery?.charge.advance(to: now)
    return battery?.charge.level
  }

  /// When that is, if powers stay; `nil` where nobody reads it.
  var nextBatteryChange: Instant? { battery?.nextChange }

  /// The level, if apps are to be told of it now.
  mutating func batteryChange(at now: Instant) -> Double? { battery?.change(at: now) }

  // MARK: Apps

  /// An app got positions.
  @inline(__always)
  mutating func noteDelivered(_ locations: [Location], callbacks: Int, at now: Instant) {
    record.deliveries += callbacks
    for location in locations { add(location, at: now) }
  }

  /// An app got one position by one callback.
  @inline(__always)
  mutating func noteDelivered(_ location: Location, at now: Instant) {
    record.deliveries += 1
    add(location, at: now)
  }

  @inline(__always)
  private mutating func add(_ location: Location, at now: Instant) {
    let fix = DeliveredFix(
      timestamp: location.instant, delivered: now, position: location.position,
      horizontalAccuracy: location.horizontalAccuracy, hasSpeed: location.speed >= 0)
    newest = fix
    record.fixes.append(fix)
    if record.fixes.count >= 4_096, let fixConsumer { record.handFixes(to: fixConsumer) }
  }

  /// An app has asked for an upload of what it has.
  mutating func uploadRequested(_ identifier: Int, app: Int) {
    uploads[UploadKey(app: app, identifier: identifier)] = newest
  }

  /// The upload has reached the app's server.
  mutating func uploadArrived(_ identifier: Int, app: Int, at now: Instant) {
    record.uploads += 1
    guard let sent = uploads.removeValue(forKey: UploadKey(app: app, identifier: identifier)) else { return }
    let fix = DeliveredFix(
      timestamp: sent.timestamp, delivered: now, position: sent.position, horizontalAccuracy: sent.horizontalAccuracy)
    guard let fixConsumer else { return record.serverFixes.append(fix) }
    fixConsumer.takeAtServer(fix)
  }

  /// An app received an event, or the system notified its user.
  mutating func noteDelivered(_ event: EventDelivery, at now: Instant) {
    record.events.append(
      DeliveredEvent(serial: event.serial, isEntry: event.isEntry, isDwell: event.isDwell, delivered: now))
  }

  /// The run has reached its horizon; segments are closed.
  mutating func finish(at horizon: Instant) {
    record.charging.change(to: false, at: horizon)
    record.lowPower.change(to: false, at: horizon)
    record.coarse.change(to: false, at: horizon)
    record.notRunning.change(to: false, at: horizon)
    record.wakeLocks?.change(to: false, at: horizon)
    if let fixConsumer { record.handFixes(to: fixConsumer) }
    observer.finished(at: horizon)
  }
}
