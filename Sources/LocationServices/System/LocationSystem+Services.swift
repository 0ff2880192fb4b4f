package import Core

/// Routes inputs to the services that own their state, and performs what they ask for.
extension LocationSystem {
  func context(at now: Instant) -> ServiceContext {
    ServiceContext(now: now, outcomes: outcomes, platform: platform)
  }

  mutating func inform(_ input: ServiceInput, at now: Instant) {
    perform(services.take(input, in: context(at: now)), at: now)
  }

  mutating func perform(_ effects: [ServiceEffect], at now: Instant) {
    for effect in effects {
      switch effect {
      case .tell(let app, let event, let reach): tell(app, event, reach, at: now)
      case .receive(let app, let bytes, let priority):
        outbox.ofSystem.uploads.append(
          Upload(app: app, identifier: 0, bytes: bytes, onWiFiOnly: false, message: priority))
      case .recognized(let activity): activityRecognized(activity, at: now)
      case .refresh(let app): grantRefresh(app, at: now)
      case .setTimer, .cancelTimer: break
      }
    }
  }

  private mutating func tell(_ app: Int, _ event: any ServiceEvent, _ reach: ServiceEffect.Reach, at now: Instant) {
    switch reach {
    case .everywhere(let reason, let window):
      guard mayBeWoken(app) else { return }
      resume(app, reason: reason, at: now)
      if reason == .work { apps[app].workBegins(widgetEnd: phone.widgetsInUseUntil(at: now), at: now) }
      apps[app].run(for: window, allowsService: event.allowsForegroundService, at: now)
    case .livingProcess:
      guard apps[app].process != .notRunning, wake(app, at: now) else { return }
    case .runningOnly:
      guard apps[app].process != .notRunning else { return }
    }
    if type(of: event).isReplacedByNewer {
      apps[app].mailbox.waiting.removeAll {
        if case .service(let old) = $0 { type(of: old) == type(of: event) } else { false }
      }
    }
    let runs = apps[app].process.isRunning || apps[app].launch.pending != nil
    apps[app].post(.service(event), waking: runs)
  }

  /// A condition of the phone has changed, such as the charger. A system without Low Power Mode stays as it is.
  package mutating func deviceChanged(_ condition: DeviceCondition, isOn: Bool, at now: Instant) {
    if condition == .lowPower, !apps.contains(where: { $0.definition.platform.offers(.lowPowerMode) }) { return }
    inform(.condition(condition, isOn: isOn), at: now)
    if condition == .lowPower { powerModeChanged(at: now) }
  }

  /// Whether Low Power Mode or Battery Saver is on.
  package var isLowPower: Bool { services.device.conditions.contains(.lowPower) }

  /// The server sends a message to every app that takes them.
  package mutating func messageSent(at now: Instant) { inform(.messageSent, at: now) }

  /// A message has come down over the network. A location push is for an app that may always use location.
  package mutating func messageArrived(app: Int, priority: PushMessage.Priority, at now: Instant) {
    guard priority != .location || apps[app].authorization.grant == .always else { return }
    inform(.messageArrived(app: app, priority: priority), at: now)
  }
}

extension LocationSystem {
  /// Whether the app's system has what the app calls for; a call for what it lacks is kept, once.
  mutating func has(_ service: SystemService, app: Int) -> Bool {
    if apps[app].definition.platform.offers(service) { return true }
    note(service, .notOffered, app: app)
    return false
  }

  /// Keeps that a service brought an app nothing, once for each reason.
  mutating func note(_ service: SystemService, _ reason: MissingService.Reason, app: Int) {
    let missing = MissingService(app: app, service: service, reason: reason, platform: apps[app].definition.platform)
    if !missingServices.contains(missing) { missingServices.append(missing) }
  }

  /// Keeps what an app's properties of a manager ask for and its system lacks.
  mutating func noteMissing(_ configuration: ManagerConfiguration, app: Int) {
    if configuration.pausesAutomatically { _ = has(.automaticPausing, app: app) }
    if configuration.desiredAccuracy == .reduced { _ = has(.reducedAccuracy, app: app) }
    if let service = configuration.activityType.requires { _ = has(service, app: app) }
  }
}

extension LocationSystem {
  mutating func startGeocode(_ identifier: Int, _ query: GeocodeQuery, app: Int, at now: Instant) {
    guard geocodeLimits[app].admits(at: now) else { return apps[app].post(.geocodeFinished(identifier, .limited)) }
    outbox.ofApps.geocodes.append(PendingGeocode(app: app, identifier: identifier, query: query))
  }

  mutating func cancelGeocode(_ identifier: Int, app: Int) {
    outbox.ofApps.geocodes.removeAll { $0.app == app && $0.identifier == identifier }
    apps[app].post(.geocodeFinished(identifier, .canceled))
  }

  /// The network has answered, or there is none. A suspended app hears of it when it next runs; one that has been killed
  /// or has cancelled the request does not.
  package mutating func geocodeAnswered(_ identifier: Int, app: Int, _ answer: GeocodeAnswer) {
    guard apps[app].host?.geocodes[identifier] != nil else { return }
    apps[app].post(.geocodeFinished(identifier, .answered(answer)), waking: apps[app].process.isRunning)
  }
}

/// Wi-Fi scans that apps ask for: which are made, who is told what they found, and what is made of it.
extension LocationSystem {
  mutating func listenForScans(_ isOn: Bool, app: Int) {
    if has(.wifiScans, app: app) { scans.listen(isOn, app: app) }
  }

  mutating func startScan(app: Int) {
    if has(.wifiScans, app: app) { outbox.ofApps.scans.append(app) }
  }

  mutating func setScanThrottle(_ isOn: Bool, app: Int) {
    guard isOn != scans.isThrottled, isOn || has(.scanThrottlingOption, app: app) else { return }
    scans.setThrottled(isOn)
  }

  /// Scans that apps have asked for so far.
  package var scanCounts: WifiScanCounts { scans.counts }

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
    outbox.ofApps.lookups.append(
      ScanLookup(app: app, identifier: identifier, accessPoints: results.accessPoints, location: location))
  }

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
