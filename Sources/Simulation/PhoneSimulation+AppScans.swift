import DeviceModel
import LocationServices
import World
import Core

/// Wi-Fi scans that Android apps ask for themselves (`WifiManager.startScan`), and what they send to place them.
extension PhoneSimulation {
  /// Bytes of a question to a positioning service and of its answer: a request in JSON with headers and TLS records, some 60
  /// bytes for each access point (Google, "Geolocation request": its address and signal strength by name), and a
  /// latitude, a longitude and a radius with headers. Estimates: half or twice as much for the headers, which depend on the
  /// service; a connection that is kept open. A radio's tail costs more than all of them.
  private var lookupUplink: (request: Int64, accessPoint: Int64) { (700, 60) }
  private var lookupDownlink: Int64 { 600 }

  /// How many access points a scan hears: within the classes of the surroundings (1 to 2, 3 to 9, 10 or more), an estimate.
  private var heardAccessPoints: Int {
    switch day.surroundings.accessPoints {
    case .none: 0
    case .few: 2
    case .some: 6
    case .many: 15
    }
  }

  /// Makes the scans that apps have asked for and may have: always of all channels (AOSP, `ScanRequestProxy`). One that is
  /// asked for while another of all channels runs is that one; while one of a few channels runs, it waits.
  mutating func startAppScans(at now: Instant) {
    for app in system.takeScanRequests() {
      guard system.admitsScan(of: app, isRadioOn: device.isWiFiEnabled, at: now) else { continue }
      if scans.admit(app, isScanning: isScanning) { startAppScan(app, at: now) }
    }
  }

  private var isScanning: Bool { device.wifi.machine?.isScanning == true }

  private mutating func startAppScan(_ app: Int, at now: Instant) {
    scans.use.app = scans.use.app ?? app + 1
    startScan(.full, cause: EnergyAttribution(.fix, app: app + 1), at: now)
  }

  /// A scan has ended.
  mutating func startWaitingAppScan(at now: Instant) {
    if let app = scans.takeWaitingApp(isScanning: isScanning) { startAppScan(app, at: now) }
  }

  /// Apps that listen are told what a scan heard.
  mutating func tellApps(_ fix: Fix?, of use: ScanUse, at now: Instant) {
    var heard: Location?
    if let fix { heard = location(fix) }
    system.scanEnded(
      accessPoints: heard == nil ? 0 : heardAccessPoints, heard, isOfApps: use.app != nil, isFull: scans.kind == .full)
  }

  mutating func startScanLookups(at now: Instant) {
    for lookup in system.takeScanLookups() {
      let uplink = lookupUplink.request + lookupUplink.accessPoint * Int64(lookup.accessPoints)
      let isSent = send(
        .scanLookup(lookup), uplink: uplink, downlink: lookupDownlink,
        cause: EnergyAttribution(.lookup, app: lookup.app + 1),
        at: now)
      if !isSent { system.scanLocated(lookup, isAnswered: false) }
    }
  }
}
