package import DeviceModel
public import LocationServices
public import Core
package import World

/// One position as the app got it.
public struct DeliveredFix: Sendable, Hashable {
  /// When the position was determined, by the fix's own timestamp.
  public let timestamp: Instant
  /// When the app got it.
  public let delivered: Instant
  package let position: EarthVector
  /// Reported radius in metres.
  public let horizontalAccuracy: Double
  /// As positions from satellites have.
  package let hasSpeed: Bool

  package init(
    timestamp: Instant, delivered: Instant, position: EarthVector, horizontalAccuracy: Double, hasSpeed: Bool = false
  ) {
    self.hasSpeed = hasSpeed
    self.timestamp = timestamp
    self.delivered = delivered
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
  }
}

/// Takes the positions of a run some thousand at a time, so that they need not be kept: a day at 1 Hz has 5 MB of them.
package protocol FixConsumer: AnyObject {
  /// - Parameter fixes: in the order of delivery, after those of the call before.
  func take(_ fixes: [DeliveredFix])
  /// The newest position of an upload, delivered when it reached the app's server.
  func takeAtServer(_ fix: DeliveredFix)
}

/// For runs whose positions nobody wants.
package final class DiscardingFixConsumer: FixConsumer {
  package init() {}
  package func take(_ fixes: [DeliveredFix]) {}
  package func takeAtServer(_ fix: DeliveredFix) {}
}

/// One stretch of time a component spent in one state for one cause.
package struct StateSegment: Sendable, Hashable {
  package let component: Component
  package let state: UInt8
  package let bin: SignalStrength
  package let cause: EnergyAttribution
  package let start: Instant
  package let end: Instant

  package init(
    component: Component, state: UInt8, bin: SignalStrength, cause: EnergyAttribution, start: Instant, end: Instant
  ) {
    self.component = component
    self.state = state
    self.bin = bin
    self.cause = cause
    self.start = start
    self.end = end
  }
}

/// An energy paid at one instant, per event or per byte.
package struct EnergyPayment: Sendable, Hashable {
  /// What it is paid for.
  package enum Kind: Sendable, Hashable {
    case event(EventCharge)
    /// On a further access of the network, `nil` for its main one.
    case bytes(EnergyLedger.Direction, on: RadioTechnology?)
  }

  package let kind: Kind
  package let cause: EnergyAttribution
  package let instant: Instant
  package let energy: Energy

  package init(_ kind: Kind, cause: EnergyAttribution, instant: Instant, energy: Energy) {
    self.kind = kind
    self.cause = cause
    self.instant = instant
    self.energy = energy
  }

  /// The one that pays.
  package var component: Component {
    switch kind {
    case .event(let charge): charge.component
    case .bytes: .cellular
    }
  }
}

/// What one strategy did on one day with one device: integers and positions, no joules yet.
public struct RunRecord: Sendable {
  package var seed: UInt64
  /// The run covers [0, horizon].
  package var horizon: Instant
  package var ledger = EnergyLedger()
  /// The device's prices in this run.
  package var prices: PowerTable
  package var battery: BatteryParameters
  /// Delivered fixes, in the order of delivery; none where a `FixConsumer` took them.
  public var fixes: [DeliveredFix] = []
  /// The newest position of each upload, delivered when it reached the app's server; none where a `FixConsumer` took them.
  package var serverFixes: [DeliveredFix] = []
  /// How many fixes a `FixConsumer` took, and when the app got the first of them.
  var taken: (count: Int, first: Instant?) = (0, nil)
  /// What the strategy wanted to be told of, in the order in which it asked.
  package var watches: [EventWatch] = []
  /// Entries, exits and visits that it was told of, in the order of delivery.
  public var events: [DeliveredEvent] = []
  /// How many callbacks brought fixes.
  public var deliveries = 0
  /// How often the processor left suspension for the app.
  public var wakeups = 0
  /// Searches for a good position that have ended, in the order in which they did.
  package var searches: [PositionSearch] = []
  /// How many transfers to the app's server were completed.
  public var uploads = 0
  /// How many events the phone's timers brought, without a watch's: what the work of a run is measured by.
  package internal(set) var handledEvents = 0
  /// How many transfers the cellular radio was asked for.
  package var cellularTransfers = 0
  /// For how long the user could see that location was used.
  package var indicators = IndicatorTimes()
  /// When the charger was connected.
  package var charging = OnTimes()
  /// When Low Power Mode or Battery Saver was on.
  package internal(set) var lowPower = OnTimes()
  /// When the battery, full at the start, was first empty; `nil` when it lasted to the horizon.
  ///
  /// Its charge falls by what the ledger draws and rises by the charging power while the charger is connected, never
  /// above the usable energy. The run itself goes on to its horizon.
  package var batteryEmpty: Instant?
  /// What the system did to sessions.
  package var sessions = SessionHistory()
  /// When nothing asked for more than positions coarser than 100 m, so that the processor slept between them.
  package internal(set) var coarse = OnTimes()
  /// When the first app had no process.
  package internal(set) var notRunning = OnTimes()
  /// Android: when the first app held a partial wake lock of its own behind the screen. Those of location APIs are not among
  /// them; `nil` for other systems.
  package var wakeLocks: OnTimes?
  /// The run was ended there because it was asked to end on an empty battery.
  package var endedEmpty = false
  /// Every state change, when the run was asked to keep them; in order of start, then component.
  package var timeline: [StateSegment] = []
  /// The watch's side of a run of a phone and a watch; `nil` for a phone on its own.
  package var watch: WatchRecord?
  /// What apps called for and their systems lack: such calls did nothing.
  public var missingServices: [MissingService] = []
  /// Wi-Fi scans that apps asked for themselves: let through or refused, of these by the limits; see `WifiScanCounts`.
  package var wifiScans = (asked: 0, admitted: 0, refused: 0, limited: 0)
  /// Why the row is not what one might expect, such as a service the device lacks.
  public var notes: [String] = []

  package init(seed: UInt64, horizon: Instant, prices: PowerTable, battery: BatteryParameters) {
    self.seed = seed
    self.horizon = horizon
    self.prices = prices
    self.battery = battery
  }

  /// How many fixes the app got, kept or not.
  package var fixCount: Int { fixes.count + taken.count }
  /// When the app got the first fix, kept or not.
  package var firstFix: Instant? { taken.first ?? fixes.first?.delivered }

  /// The strategy does not want to be told any more.
  mutating func endWatch(_ serial: Int, at now: Instant) {
    if let index = watches.firstIndex(where: { $0.serial == serial }) { watches[index].end = now }
  }

  /// Hands the fixes on, which are no longer kept.
  @inline(never)
  mutating func handFixes(to consumer: any FixConsumer) {
    taken = (fixCount, firstFix)
    consumer.take(fixes)
    fixes.removeAll(keepingCapacity: true)
  }
}
