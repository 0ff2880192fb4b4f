import Core
package import World

/// What Android gives an app. On iOS these calls do nothing, and the record of the run says so.
extension AppHost {
  package func makeFusedLocationClient() -> FusedLocationProviderClient { FusedLocationProviderClient(host: self) }

  /// Shows the app in a notification; while it does, limits for the background do not hold. See `ForegroundService` for when it
  /// can be begun.
  package func startForegroundService() { post(.setForegroundService(true)) }
  package func stopForegroundService() { post(.setForegroundService(false)) }

  /// Keeps the processor awake while the app is in use (`PowerManager.PARTIAL_WAKE_LOCK`).
  package func acquireWakeLock() { post(.setWakeLock(true)) }
  package func releaseWakeLock() { post(.setWakeLock(false)) }

  package func makeWifiManager() -> WifiManager { WifiManager(host: self) }

  /// Calls `action` after `seconds`, as an alarm does (`AlarmManager.setExact`): it wakes the phone, but waits while the phone
  /// dozes (developer.android.com, "Optimize for Doze and App Standby"). It ends with the process.
  ///
  /// - Parameter whileIdle: goes off in Doze too, at a limited rate (`setExactAndAllowWhileIdle`).
  /// - Returns: an identifier for `cancelTimer`.
  @discardableResult
  package func setAlarm(after seconds: Double, whileIdle: Bool = false, _ action: @escaping () -> Void) -> Int {
    let identifier = makeIdentifier()
    timerActions[identifier] = action
    post(
      .service(
        AppTimerService.Command.startAlarm(
          identifier, whileIdle ? .idleAlarm : .alarm, after: .seconds(max(0, seconds))), needs: .alarms))
    return identifier
  }

  /// A handle on geofences; one serves all.
  package func makeGeofencingClient() -> GeofencingClient { GeofencingClient(manager: makeLocationManager()) }
}

/// An app's handle on Android's fused location provider, `FusedLocationProviderClient` on a simulated clock. Made by
/// `AppHost.makeFusedLocationClient()`.
///
/// Requests with a callback live as long as the process; the one that a `PendingIntent` receives outlives it.
package final class FusedLocationProviderClient {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Asks for positions; `callback` gets them oldest first, several at once where they were gathered.
  ///
  /// - Returns: an identifier for `removeLocationUpdates`.
  @discardableResult
  package func requestLocationUpdates(
    _ request: FusedLocationRequest, callback: @escaping ([Location]) -> Void
  ) -> Int {
    guard let host else { return 0 }
    let identifier = request.delivery == .pendingIntent ? FusedLocationRequest.pendingIntent : host.makeIdentifier()
    host.fusedCallbacks[identifier] = callback
    host.post(.service(FusedLocationService.Command.request(identifier, request), needs: .fusedLocation))
    return identifier
  }

  /// Receives what an earlier process has asked for by `PendingIntent`; set it before the process has finished launching.
  package func onPendingIntent(_ callback: @escaping ([Location]) -> Void) {
    host?.fusedCallbacks[FusedLocationRequest.pendingIntent] = callback
  }

  /// Asks for the newest position that the phone knows of, however old (`getLastLocation`); nothing is looked for.
  package func requestLastLocation(callback: @escaping ([Location]) -> Void) {
    var request = FusedLocationRequest(priority: .passive, interval: 1, duration: 0.001, maxUpdates: 1)
    request.maxUpdateAge = .infinity
    requestLocationUpdates(request, callback: callback)
  }

  package func removeLocationUpdates(_ identifier: Int) {
    host?.fusedCallbacks[identifier] = nil
    host?.post(.service(FusedLocationService.Command.remove(identifier)))
  }
}

/// An app's handle on geofences, `GeofencingClient` on a simulated clock. Made by `AppHost.makeGeofencingClient()`.
///
/// Geofences outlive the process, and a crossing starts the app; at most 100 (developer.android.com, "Create and monitor
/// geofences"). The engine is that of regions, with Android's limit, latency and no hold. The notification responsiveness is
/// left out.
package final class GeofencingClient: LocationManagerDelegate {
  /// A transition, by the geofence's request identifier.
  package enum Transition: Sendable, Hashable {
    case entered(String)
    case exited(String)
    /// Inside for the loitering delay.
    case dwelt(String)
    /// It is not watched: too many, or not allowed.
    case failed(String)
  }

  private let manager: LocationManager
  /// Called for each transition; set it before the process has finished launching.
  package var onTransition: ((Transition) -> Void)?

  init(manager: LocationManager) {
    self.manager = manager
    manager.delegate = self
  }

  /// Watches a circle; another one of this name is replaced. An app that is inside is told so each time it adds the
  /// geofence, unless the terms say otherwise.
  ///
  /// - Parameter radius: in metres, above 0.
  package func addGeofence(
    _ requestID: String, center: EarthVector, radius: Double, onEnter: Bool = true, onExit: Bool = true,
    terms: GeofenceTerms = GeofenceTerms()
  ) {
    var region = CircularRegion(
      center: center, radius: radius, identifier: requestID, notifyOnEntry: onEnter, notifyOnExit: onExit)
    region.geofence = terms
    manager.startMonitoring(for: region)
  }

  package func removeGeofence(_ requestID: String) { manager.stopMonitoring(identifier: requestID) }

  func dwelt(in region: Region) { onTransition?(.dwelt(region.identifier)) }

  package func locationManager(_ manager: LocationManager, didEnterRegion region: Region) {
    onTransition?(.entered(region.identifier))
  }
  package func locationManager(_ manager: LocationManager, didExitRegion region: Region) {
    onTransition?(.exited(region.identifier))
  }
  package func locationManager(
    _ manager: LocationManager, monitoringDidFailFor region: Region, withError error: LocationError
  ) {
    onTransition?(.failed(region.identifier))
  }
}

/// An app's handle on Wi-Fi scans of its own, Android's `WifiManager` on a simulated clock. Made by
/// `AppHost.makeWifiManager()`.
///
/// From: developer.android.com, "Wi-Fi scanning overview": the app registers a receiver for the broadcast of results, asks
/// for a scan, and reads what was found. The broadcast reaches a receiver of a process that runs, and starts none. A
/// refused request brings the broadcast at once, with nothing new.
package final class WifiManager {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Has scans told that were asked for by any app, since Android 10 every full scan of the phone
  /// (`SCAN_RESULTS_AVAILABLE_ACTION`).
  package func registerScanResultsReceiver(_ receiver: @escaping (ScanResults) -> Void) {
    host?.scanReceiver = receiver
    host?.post(.service(WifiScanService.Command.listen(true), needs: .wifiScans))
  }

  /// Asks for a scan of all channels. That it is refused (`false` on a phone) the receiver is told.
  package func startScan() { host?.post(.service(WifiScanService.Command.start, needs: .wifiScans)) }

  /// What the phone's owner has set: the developer option "Wi-Fi scan throttling" (since Android 10), which no app can
  /// change. It holds for the whole phone.
  package func setScanThrottleEnabled(_ isEnabled: Bool) {
    host?.post(.service(WifiScanService.Command.setThrottle(isEnabled)))
  }

  /// Where the phone was when it heard these access points.
  ///
  /// - Parameters:
  ///   - overNetwork: a positioning service is asked, which takes a network; otherwise the app looks in a data base of its
  ///     own, which knows all access points.
  ///   - completion: gets the position, or `nil` where nothing was heard or no network was at hand.
  package func locate(_ results: ScanResults, overNetwork: Bool, completion: @escaping (Location?) -> Void) {
    guard let host else { return }
    let identifier = host.makeIdentifier()
    host.scanCompletions[identifier] = completion
    host.post(.service(WifiScanService.Command.locate(identifier, results, overNetwork: overNetwork)))
  }
}
