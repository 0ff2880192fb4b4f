public import DeviceModel
public import LocationServices
public import Quantities
public import World

/// One position as the app got it.
public struct DeliveredFix: Sendable, Hashable {
  /// When the position was determined, by the fix's own timestamp.
  public let timestamp: Instant
  /// When the app got it.
  public let delivered: Instant
  public let position: EarthVector
  /// Reported radius in metres.
  public let horizontalAccuracy: Double

  public init(timestamp: Instant, delivered: Instant, position: EarthVector, horizontalAccuracy: Double) {
    self.timestamp = timestamp
    self.delivered = delivered
    self.position = position
    self.horizontalAccuracy = horizontalAccuracy
  }
}

/// Takes the positions of a run one by one, as the app gets them, so that none has to be kept: a day at 1 Hz has 4 MB of them.
public protocol FixConsumer: AnyObject {
  func take(_ fix: DeliveredFix)
}

/// For runs whose positions nobody wants.
public final class DiscardingFixConsumer: FixConsumer {
  public init() {}
  public func take(_ fix: DeliveredFix) {}
}

/// One stretch of time a component spent in one state for one cause.
public struct StateSegment: Sendable, Hashable {
  public let component: Component
  public let state: UInt8
  public let bin: SignalStrength
  public let cause: EnergyAttribution
  public let start: Instant
  public let end: Instant

  public init(
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
public struct EnergyPayment: Sendable, Hashable {
  /// What it is paid for.
  public enum Kind: Sendable, Hashable {
    case event(EventCharge)
    /// On a further access of the network, `nil` for its main one.
    case bytes(EnergyLedger.Direction, on: RadioTechnology?)
  }

  public let kind: Kind
  public let cause: EnergyAttribution
  public let instant: Instant
  public let energy: Energy

  public init(_ kind: Kind, cause: EnergyAttribution, instant: Instant, energy: Energy) {
    self.kind = kind
    self.cause = cause
    self.instant = instant
    self.energy = energy
  }

  /// The one that pays.
  public var component: Component {
    switch kind {
    case .event(let charge): charge.component
    case .bytes: .cellular
    }
  }
}

/// What one strategy did on one day with one device: integers and positions, no joules yet.
public struct RunRecord: Sendable {
  public var seed: UInt64
  /// The run covers [0, horizon].
  public var horizon: Instant
  public var ledger: EnergyLedger
  /// The device's prices in this run.
  public var prices: PowerTable
  public var battery: BatteryParameters
  /// Delivered fixes, in the order of delivery; none where a `FixConsumer` took them.
  public var fixes: [DeliveredFix]
  /// How many fixes a `FixConsumer` took, and when the app got the first of them.
  var taken: (count: Int, first: Instant?) = (0, nil)
  /// What the strategy wanted to be told of, in the order in which it asked.
  public var watches: [EventWatch]
  /// Entries, exits and visits that it was told of, in the order of delivery.
  public var events: [DeliveredEvent]
  /// How many callbacks brought fixes.
  public var deliveries: Int
  /// How often the processor left suspension for the app.
  public var wakeups: Int
  /// Searches for a good position that have ended, in the order in which they did.
  public var searches: [PositionSearch]
  /// How many transfers to the app's server were completed.
  public var uploads: Int
  /// How many events the phone's timers brought, without a watch's: what the work of a run is measured by.
  package internal(set) var handledEvents = 0
  /// How many transfers the cellular radio was asked for.
  public var cellularTransfers = 0
  /// For how long the user could see that location was used.
  public var indicators = IndicatorTimes()
  /// When the charger was connected.
  public var charging = OnTimes()
  /// When Low Power Mode or Battery Saver was on.
  public internal(set) var lowPower = OnTimes()
  /// When the battery, full at the start, was first empty; `nil` when it lasted to the horizon.
  ///
  /// Its charge falls by what the ledger draws and rises by the charging power while the charger is connected, never
  /// above the usable energy. The run itself goes on to its horizon.
  public var batteryEmpty: Instant?
  /// The run was ended there because it was asked to end on an empty battery.
  public var endedEmpty: Bool
  /// Every state change, when the run was asked to keep them; in order of start, then component.
  public var timeline: [StateSegment]
  /// The watch's side of a run of a phone and a watch; `nil` for a phone on its own.
  public var watch: WatchRecord?
  /// What apps called for and their systems lack: such calls did nothing.
  public var missingServices: [MissingService] = []
  /// Wi-Fi scans that apps asked for themselves: let through or refused, of these by the limits; see `WifiScanCounts`.
  public var wifiScans = (asked: 0, admitted: 0, refused: 0, limited: 0)
  /// Why the row is not what one might expect, such as a service the device lacks.
  public var notes: [String]

  public init(seed: UInt64, horizon: Instant, prices: PowerTable, battery: BatteryParameters) {
    self.seed = seed
    self.horizon = horizon
    self.prices = prices
    self.battery = battery
    ledger = EnergyLedger()
    fixes = []
    watches = []
    events = []
    deliveries = 0
    wakeups = 0
    uploads = 0
    searches = []
    batteryEmpty = nil
    endedEmpty = false
    timeline = []
    watch = nil
    notes = []
  }

  /// How many fixes the app got, kept or not.
  public var fixCount: Int { fixes.count + taken.count }
  /// When the app got the first fix, kept or not.
  public var firstFix: Instant? { fixes.first?.delivered ?? taken.first }

  /// The strategy does not want to be told any more.
  mutating func endWatch(_ serial: Int, at now: Instant) {
    if let index = watches.firstIndex(where: { $0.serial == serial }) { watches[index].end = now }
  }

  /// A `FixConsumer` gets the fix.
  mutating func noteTaken(_ fix: DeliveredFix) {
    if taken.count == 0 { taken.first = fix.delivered }
    taken.count += 1
  }
}
