package import Core

/// Wi-Fi scans that apps ask for: which are made, who is told what they found, and what is made of it.
extension LocationSystem {
  mutating func listenForScans(_ isOn: Bool, app: Int) {
    if has(.wifiScans, app: app) { scans.listen(isOn, app: app) }
  }

  mutating func startScan(app: Int) {
    if has(.wifiScans, app: app) { scans.request(by: app) }
  }

  mutating func setScanThrottle(_ isOn: Bool, app: Int) {
    guard isOn != scans.isThrottled, isOn || has(.scanThrottlingOption, app: app) else { return }
    scans.setThrottled(isOn)
  }

  /// Scans that apps have asked for so far.
  package var scanCounts: WifiScanCounts { scans.counts }

  /// Requests for scans since the driver last took them: an app for each.
  package mutating func takeScanRequests() -> [Int] { scans.takeRequests() }

  /// Whether the scan that an app asked for is to be made; an app that is refused is told at once.
  ///
  /// - Parameter isRadioOn: Wi-Fi is on. Scans while it is off, which a setting allows, are left out.
  package mutating func admitsScan(of app: Int, isRadioOn: Bool, at now: Instant) -> Bool {
    let refusal = scans.admit(
      app, on: apps[app].definition.platform, isAllowed: apps[app].may(.wifiScans), isRadioOn: isRadioOn,
      isDozing: isDozing, isBackground: apps[app].process != .foreground && !apps[app].foregroundService.isOn, at: now)
    if refusal != nil, scans.isTelling(app) { apps[app].post(.scanResults(.notUpdated)) }
    return refusal == nil
  }

  /// A scan has ended: the receivers of all apps that may see its results are told.
  ///
  /// - Parameters:
  ///   - isOfApps: an app has asked for it.
  ///   - isFull: it covered all channels.
  package mutating func scanEnded(accessPoints: Int, _ location: Location?, isOfApps: Bool, isFull: Bool) {
    tellScanReceivers(
      ScanResults(isUpdated: true, accessPoints: accessPoints, location: location), isOfApps: isOfApps, isFull: isFull)
  }

  private mutating func tellScanReceivers(_ results: ScanResults, isOfApps: Bool, isFull: Bool) {
    for app in apps.indices where scans.isTelling(app) && apps[app].may(.wifiScans) {
      guard isOfApps || (isFull && apps[app].definition.platform.tellsAllScans) else { continue }
      apps[app].post(.scanResults(results))
    }
  }

  /// Wi-Fi was switched off.
  ///
  /// - Parameter cutScan: a scan that an app has asked for was under way.
  package mutating func wifiSwitchedOff(cutScan: Bool) {
    scans.wifiSwitchedOff()
    if cutScan { tellScanReceivers(.notUpdated, isOfApps: true, isFull: true) }
  }

  // MARK: Positions

  mutating func locate(_ identifier: Int, _ results: ScanResults, overNetwork: Bool, app: Int) {
    guard overNetwork, let location = results.location else {
      apps[app].post(.scanLocated(identifier, results.location))
      return
    }
    scans.ask(
      ScanLookup(app: app, identifier: identifier, accessPoints: results.accessPoints, location: location))
  }

  /// Questions to a positioning service since the driver last took them.
  package mutating func takeScanLookups() -> [ScanLookup] { scans.takeLookups() }

  /// The service has answered, or there is no network.
  package mutating func scanLocated(_ lookup: ScanLookup, isAnswered: Bool) {
    guard apps[lookup.app].host?.scanCompletions[lookup.identifier] != nil else { return }
    apps[lookup.app].post(
      .scanLocated(lookup.identifier, isAnswered ? lookup.location : nil),
      waking: apps[lookup.app].process.isRunning)
  }

  mutating func deliverScanLocation(_ identifier: Int, _ location: Location?, host: AppHost) {
    guard let completion = host.scanCompletions.removeValue(forKey: identifier) else { return }
    if let location {
      outbox.deliver([location])
    }
    completion(location)
  }
}
