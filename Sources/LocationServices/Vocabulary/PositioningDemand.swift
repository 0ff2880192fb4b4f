package import DeviceModel

/// What the services together ask of positioning: the union over apps and managers.
@usableFromInline package struct PositioningDemand: Sendable, Hashable {
  /// How GNSS is wanted.
  @usableFromInline package enum GNSS: UInt8, Comparable, Sendable {
    case off
    /// Fixes are kept on the chip; the processor may sleep.
    case batching
    /// A fix each second for a running app.
    case continuous

    @inlinable package static func < (a: GNSS, b: GNSS) -> Bool { a.rawValue < b.rawValue }
  }

  /// How Wi-Fi positions are wanted, from rarest to most often.
  @usableFromInline package enum WiFi: UInt8, Comparable, Sendable {
    case off
    /// 3 km: only where there is no cell to go by.
    case fallback
    /// 1 km: now and then, while moving.
    case occasional
    /// 100 m: the main source.
    case regular
    /// Best: until GNSS delivers, and whenever it does not.
    case bridging

    @inlinable package static func < (a: WiFi, b: WiFi) -> Bool { a.rawValue < b.rawValue }
  }

  /// Whether fixes may be brought closer to roads.
  @usableFromInline package enum Roads: UInt8, Comparable, Sendable {
    case off
    /// Where map data is there.
    case ifAtHand
    /// Map data is downloaded where it is missing.
    case fetched

    @inlinable package static func < (a: Roads, b: Roads) -> Bool { a.rawValue < b.rawValue }
  }

  package var gnss: GNSS = .off
  package var wifi: WiFi = .off
  /// Positions from the serving cell.
  package var cell = false
  /// The approximate area, now and then.
  package var reduced = false
  /// Motion sensors are fused into every satellite fix: `bestForNavigation`.
  package var fusesSensors = false
  package var roads: Roads = .off
  /// The receiver stays off, also where it would stand in for Wi-Fi: Battery Saver.
  package var barsGNSS = false
  /// Fixes each second that are held back while the phone dozes.
  package var heldBack = false
  /// One position is waited for: what a scan does not answer is tried with satellites at once.
  package var isForOneShot = false
  /// A request of Android's fused provider is part of it.
  package var isFused = false
  /// For whom: the first app that asks, and the first that asks for so much of satellites or of Wi-Fi.
  package var cause: EnergyAttribution = .system
  package private(set) var gnssCause: EnergyAttribution = .system
  package private(set) var wifiCause: EnergyAttribution = .system

  package static let none = PositioningDemand()

  package var isEmpty: Bool { self == .none }

  /// For whom the receiver runs, which may stand in for Wi-Fi.
  package var receiverCause: EnergyAttribution { gnss == .off ? wifiCause : gnssCause }

  /// Positions that the radio's own scans bring are taken along: a session for 1 km or more scans seldom or never for itself
  /// (2011 session: access points heard anyway, and the one joined, say where the phone is).
  package var takesWhatIsHeard: Bool { !isFused && (wifi == .occasional || wifi == .fallback) }

  /// A session is all that asks, and for an accuracy coarser than 100 m: the processor need not stay awake for it.
  package var isCoarse: Bool { takesWhatIsHeard && gnss == .off && !isForOneShot }

  /// Adds what a session or a request needs: its accuracy decides which technologies run.
  ///
  /// - Parameter batches: fixes may be kept on the GNSS chip.
  mutating func ask(for accuracy: DesiredAccuracy, activity: ActivityType, batches: Bool = false, by app: Int) {
    if accuracy.wantsGNSS, batches { return ask(.batching, by: app) }
    cell = true
    if accuracy.wantsGNSS {
      fusesSensors = fusesSensors || accuracy == .bestForNavigation
      roads = max(roads, activity.roads)
      ask(.continuous, .bridging, by: app)
    } else if accuracy.rawValue < DesiredAccuracy.kilometer.rawValue {
      ask(.off, .regular, by: app)
    } else {
      ask(.off, accuracy.rawValue < DesiredAccuracy.threeKilometers.rawValue ? .occasional : .fallback, by: app)
    }
  }

  /// Adds an app that asks for so much of satellites and of Wi-Fi.
  mutating func ask(_ gnss: GNSS = .off, _ wifi: WiFi = .off, by app: Int) {
    let payer = EnergyAttribution(.fix, app: app + 1)
    if cause == .system { cause = payer }
    if gnss > self.gnss { (self.gnss, gnssCause) = (gnss, payer) }
    if wifi > self.wifi { (self.wifi, wifiCause) = (wifi, payer) }
  }

  /// What both ask for together; the first one's causes where they are of as much.
  func united(with other: PositioningDemand) -> PositioningDemand {
    PositioningDemand(
      gnss: max(gnss, other.gnss), wifi: max(wifi, other.wifi), cell: cell || other.cell,
      reduced: reduced || other.reduced, fusesSensors: fusesSensors || other.fusesSensors,
      roads: max(roads, other.roads), barsGNSS: barsGNSS || other.barsGNSS, heldBack: heldBack || other.heldBack,
      isForOneShot: isForOneShot || other.isForOneShot, isFused: isFused || other.isFused,
      cause: cause == .system ? other.cause : cause, gnssCause: other.gnss > gnss ? other.gnssCause : gnssCause,
      wifiCause: other.wifi > wifi ? other.wifiCause : wifiCause)
  }
}
