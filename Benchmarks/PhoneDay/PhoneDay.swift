import DeviceModel
import Core
import RealModule

/// One day of the reference workload on the real kernel and the real radio machines.
struct PhoneDay {
  struct Outcome {
    var events = 0
    var deliveries = 0
    var energy: EnergyBreakdown
    /// Nearest-rank 95 % quantile of the distance between the truth and the last delivered position, in metres.
    var error95: Double
  }

  // Ties go from the radios over positioning to the observer.
  private enum Slot {
    static let gnss = 0
    static let wifi = 1
    static let cellular = 2
    static let scan = 3
    static let fix = 4
    static let sample = 5
    static let count = 6
  }

  let device: DeviceParameters
  let network: NetworkParameters
  let prices: PowerTable
  let isNoisy: Bool
  /// Squared errors of a day, kept between days so that a sweep does not allocate.
  private var errors: [Double] = []

  init(isNoisy: Bool) throws {
    device = try Workload.device()
    network = try Workload.network()
    prices = try PowerTable(device: device, network: network)
    self.isNoisy = isNoisy
    errors.reserveCapacity(86_400)
  }

  mutating func run(seed: UInt64) -> Outcome? {
    guard let receiver = device.gnss, let radio = device.wifi else { return nil }
    var gnss = GNSSReceiver(
      parameters: receiver, lastFixAge: .seconds(60), ephemerisAge: .seconds(60), almanacAge: .seconds(60))
    var wifi = WiFiRadio(parameters: radio)
    var cellular = CellularRadio(network: network)
    var ledger = EnergyLedger()
    var gnssMeter = DwellMeter(gnss)
    var wifiMeter = DwellMeter(wifi)
    var cellularMeter = DwellMeter(cellular)

    let fixCause = EnergyAttribution(.fix, app: 1)
    let uploadCause = EnergyAttribution(.upload, app: 1)
    var random = Xoshiro256PlusPlus(seed: seed)
    let normal = ZigguratNormal.standard
    let memory = isNoisy ? Double.exp(-Workload.fixInterval.seconds / Workload.errorTime) : 0
    let innovation = isNoisy ? Workload.errorDeviation * (1 - memory * memory).squareRoot() : 0
    var (errorEast, errorNorth) = (0.0, 0.0)
    if isNoisy {
      errorEast = Workload.errorDeviation * normal.next(&random)
      errorNorth = Workload.errorDeviation * normal.next(&random)
    }

    var timers = SlotTimers(slotCount: Slot.count)
    gnss.acquire(.hot, timeToFirstFix: Workload.timeToFirstFix, cause: fixCause, at: .start)
    gnssMeter.observe(gnss, at: .start, ledger: &ledger)
    timers.arm(Slot.gnss, at: gnss.deadline)
    timers.arm(Slot.fix, at: Workload.firstFix)
    timers.arm(Slot.sample, at: Workload.firstFix)
    timers.arm(Slot.scan, at: Workload.firstScan)

    var (heldEast, heldNorth) = (-Double.infinity, 0.0)
    var events = 0
    var deliveries = 0
    errors.removeAll(keepingCapacity: true)
    while let (now, slot) = timers.popNext(through: Workload.horizon) {
      events += 1
      switch slot {
      case Slot.fix:
        timers.arm(Slot.fix, at: now + Workload.fixInterval)
        gnss.noteFix(at: now)
        if isNoisy {
          errorEast = memory * errorEast + innovation * normal.next(&random)
          errorNorth = memory * errorNorth + innovation * normal.next(&random)
        }
        let east = Self.walked(at: now) + errorEast
        let (dx, dy) = (east - heldEast, errorNorth - heldNorth)
        guard dx * dx + dy * dy >= Workload.distanceFilter * Workload.distanceFilter else { break }
        (heldEast, heldNorth) = (east, errorNorth)
        deliveries += 1
        cellular.transfer(
          RadioTransfer(id: deliveries, uplinkBytes: Workload.uploadBytes, downlinkBytes: 0, cause: uploadCause),
          at: now)
        cellularMeter.observe(cellular, at: now, ledger: &ledger)
        timers.arm(Slot.cellular, at: cellular.deadline)
      case Slot.sample:
        timers.arm(Slot.sample, at: now + Workload.fixInterval)
        let dx = Self.walked(at: now) - heldEast
        errors.append(dx * dx + heldNorth * heldNorth)
      case Slot.scan:
        timers.arm(Slot.scan, at: now + Workload.scanInterval)
        wifi.scan(.full, cause: fixCause, at: now)
        wifiMeter.observe(wifi, at: now, ledger: &ledger)
        timers.arm(Slot.wifi, at: wifi.deadline)
      case Slot.wifi:
        wifi.timerFired(at: now)
        wifiMeter.observe(wifi, at: now, ledger: &ledger)
        timers.arm(Slot.wifi, at: wifi.deadline)
      case Slot.cellular:
        if case .transferFinished(let transfer) = cellular.timerFired(at: now) {
          ledger.add(bytes: transfer.uplinkBytes, .uplink, cause: transfer.cause)
        }
        cellularMeter.observe(cellular, at: now, ledger: &ledger)
        timers.arm(Slot.cellular, at: cellular.deadline)
      default:
        gnss.timerFired(at: now)
        gnssMeter.observe(gnss, at: now, ledger: &ledger)
        timers.arm(Slot.gnss, at: gnss.deadline)
      }
    }
    gnssMeter.close(at: Workload.horizon, ledger: &ledger)
    wifiMeter.close(at: Workload.horizon, ledger: &ledger)
    cellularMeter.close(at: Workload.horizon, ledger: &ledger)
    return Outcome(
      events: events, deliveries: deliveries, energy: EnergyBreakdown(ledger: ledger, prices: prices),
      error95: NearestRank.select(0.95, in: &errors).squareRoot())
  }

  /// Metres walked since the start.
  @inline(__always)
  private static func walked(at instant: Instant) -> Double {
    let leg = instant.nanoseconds / Workload.legNanoseconds
    let into = leg & 1 == 0 ? instant.nanoseconds % Workload.legNanoseconds : Workload.legNanoseconds
    return Double((leg >> 1) * Workload.legNanoseconds + into) * 1e-9 * Workload.walkingSpeed
  }
}
