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
  package func setAlarm(
    after seconds: Double, whileIdle: Bool = false, _ action: @escaping () -> Void
  ) -> Int {
    let identifier = makeIdentifier()
    timerActions[identifier] = action
    post(.startAlarm(identifier, after: max(0, seconds), whileIdle ? .idleAlarm : .alarm))
    return identifier
  }

  func locate(_ results: ScanResults, overNetwork: Bool, _ completion: @escaping (Location?) -> Void) {
    let identifier = makeIdentifier()
    scanCompletions[identifier] = completion
    post(.locateScan(identifier, results, overNetwork: overNetwork))
  }

  func requestFusedUpdates(_ request: FusedLocationRequest, _ callback: @escaping ([Location]) -> Void) -> Int {
    let identifier =
      request.delivery == .pendingIntent ? FusedLocationRequest.pendingIntent : makeIdentifier()
    fusedCallbacks[identifier] = callback
    post(.requestFused(identifier, request))
    return identifier
  }

  func removeFusedUpdates(_ identifier: Int) {
    fusedCallbacks[identifier] = nil
    post(.removeFused(identifier))
  }

  /// A handle on geofences; one serves all.
  package func makeGeofencingClient() -> GeofencingClient { GeofencingClient(manager: makeLocationManager()) }
}
