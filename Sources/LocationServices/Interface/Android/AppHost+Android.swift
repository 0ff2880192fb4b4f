/// What Android gives an app. On iOS these calls do nothing, and the record of the run says so.
extension AppHost {
  package func makeFusedLocationClient() -> FusedLocationProviderClient { FusedLocationProviderClient(host: self) }

  /// Shows the app in a notification; while it does, limits for the background do not hold. Since Android 12 it can be begun
  /// on the screen only, or in the seconds after a geofence or an activity has started the app.
  package func startForegroundService() { post(.setForegroundService(true)) }
  package func stopForegroundService() { post(.setForegroundService(false)) }

  package func makeWifiManager() -> WifiManager { WifiManager(host: self) }

  /// Calls `action` after `seconds`, as an alarm does (`AlarmManager.setExact`): it wakes the phone, but waits while the phone
  /// dozes (developer.android.com, "Optimize for Doze and App Standby"). It ends with the process.
  ///
  /// - Returns: an identifier for `cancelTimer`.
  @discardableResult
  package func setAlarm(after seconds: Double, _ action: @escaping () -> Void) -> Int {
    let identifier = makeIdentifier()
    timerActions[identifier] = action
    post(.startAlarm(identifier, after: max(0, seconds)))
    return identifier
  }

  func locate(_ results: ScanResults, overNetwork: Bool, _ completion: @escaping (Location?) -> Void) {
    let identifier = makeIdentifier()
    scanCompletions[identifier] = completion
    post(.locateScan(identifier, results, overNetwork: overNetwork))
  }

  func requestFusedUpdates(_ request: FusedLocationRequest, _ callback: @escaping ([Location]) -> Void) -> Int {
    let identifier = makeIdentifier()
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
