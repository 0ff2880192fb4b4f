public import Quantities

/// Wi-Fi scans that apps ask for: which are made, who is told what they found, and what is made of it.
extension LocationSystem {
  /// Access points that an app sends to a positioning service.
  public struct ScanLookup: Sendable, Hashable {
    public let app: Int
    public let identifier: Int
    /// How many access points are sent.
    public let accessPoints: Int
    /// The answer.
    public let location: Location?
  }

  mutating func listenForScans(_ isOn: Bool, app: Int) {
    guard has(.wifiScans, app: app) else { return }
    apps[app].listensForScans = isOn
  }

  mutating func startScan(app: Int) {
    guard has(.wifiScans, app: app) else { return }
    scanRequests.append(app)
  }

  mutating func setScanThrottle(_ isOn: Bool, app: Int) {
    guard isOn != scanThrottle.isEnabled, isOn || has(.scanThrottlingOption, app: app) else { return }
    scanThrottle.isEnabled = isOn
  }

  /// Requests for scans since the driver last took them: an app for each.
  public mutating func takeScanRequests() -> [Int] {
    defer { scanRequests.removeAll(keepingCapacity: true) }
    return scanRequests
  }

  /// Whether the scan that an app asked for is to be made; an app that is refused is told at once.
  ///
  /// - Parameter isRadioOn: Wi-Fi is on. Scans while it is off, which a setting allows, are left out.
  public mutating func admitsScan(of app: Int, isRadioOn: Bool, at now: Instant) -> Bool {
    scanCounts.asked += 1
    guard let answer = answer(app, isRadioOn: isRadioOn, at: now) else {
      scanCounts.admitted += 1
      return true
    }
    scanCounts.refused += 1
    if answer == .limit { scanCounts.limited += 1 }
    if apps[app].listensForScans { apps[app].post(.scanResults(.notUpdated)) }
    return false
  }

  private enum Refusal {
    case limit, other
  }

  /// Why a scan is not to be made. Android 8 counts a request before it looks whether the phone dozes, later versions after;
  /// 8 to 10 count it also while Wi-Fi is off, 11 no more (AOSP).
  private mutating func answer(_ app: Int, isRadioOn: Bool, at now: Instant) -> Refusal? {
    let platform = apps[app].definition.platform
    let limits = platform.scanLimits
    guard apps[app].may(.wifiScans), isRadioOn || platform.countsScansWhileWiFiIsOff else { return .other }
    if isDozing, limits != .eachAppInBackground { return .other }
    let isBackground = apps[app].process != .foreground && !apps[app].hasForegroundService
    guard scanThrottle.admits(app: app, isBackground: isBackground, limits, at: now) else { return .limit }
    return isDozing || !isRadioOn ? .other : nil
  }

  /// A scan has ended: the receivers of all apps that may see its results are told.
  ///
  /// - Parameters:
  ///   - isOfApps: an app has asked for it.
  ///   - isFull: it covered all channels.
  public mutating func scanEnded(accessPoints: Int, _ location: Location?, isOfApps: Bool, isFull: Bool) {
    tellScanReceivers(
      ScanResults(isUpdated: true, accessPoints: accessPoints, location: location), isOfApps: isOfApps, isFull: isFull)
  }

  private mutating func tellScanReceivers(_ results: ScanResults, isOfApps: Bool, isFull: Bool) {
    for app in apps.indices where apps[app].listensForScans && apps[app].may(.wifiScans) {
      guard isOfApps || (isFull && apps[app].definition.platform.tellsAllScans) else { continue }
      apps[app].post(.scanResults(results))
    }
  }

  /// Wi-Fi was switched off.
  ///
  /// - Parameter cutScan: a scan that an app has asked for was under way.
  public mutating func wifiSwitchedOff(cutScan: Bool) {
    scanThrottle.forget()
    if cutScan { tellScanReceivers(.notUpdated, isOfApps: true, isFull: true) }
  }

  // MARK: Positions

  mutating func locate(_ identifier: Int, _ results: ScanResults, overNetwork: Bool, app: Int) {
    guard overNetwork, let location = results.location else {
      apps[app].post(.scanLocated(identifier, results.location))
      return
    }
    scanLookups.append(
      ScanLookup(app: app, identifier: identifier, accessPoints: results.accessPoints, location: location))
  }

  /// Questions to a positioning service since the driver last took them.
  public mutating func takeScanLookups() -> [ScanLookup] {
    defer { scanLookups.removeAll(keepingCapacity: true) }
    return scanLookups
  }

  /// The service has answered, or there is no network.
  public mutating func scanLocated(_ lookup: ScanLookup, isAnswered: Bool) {
    guard apps[lookup.app].host?.scanCompletions[lookup.identifier] != nil else { return }
    apps[lookup.app].post(
      .scanLocated(lookup.identifier, isAnswered ? lookup.location : nil),
      waking: apps[lookup.app].process.isRunning)
  }

  mutating func deliverScanLocation(_ identifier: Int, _ location: Location?, host: AppHost) {
    guard let completion = host.scanCompletions.removeValue(forKey: identifier) else { return }
    if let location {
      deliveries += 1
      delivered.append(location)
    }
    completion(location)
  }
}

extension LocationSystem {
  // MARK: Alarms

  /// An alarm is due while the phone dozes: it waits.
  mutating func holdAlarm(_ timer: AppTimer) { heldAlarms.append(timer) }

  /// The phone no longer dozes: alarms that were not taken back go off.
  mutating func releaseAlarms(at now: Instant) {
    let alarms = heldAlarms
    heldAlarms.removeAll()
    for alarm in alarms where apps[alarm.app].timerTokens[alarm.identifier] != nil { goOff(alarm, at: now) }
  }
}
