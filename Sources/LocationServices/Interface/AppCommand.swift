/// What an app asked the system to do, in the order in which it asked.
enum AppCommand: Sendable {
  case configure(Int, ManagerConfiguration)
  case startUpdating(Int)
  case stopUpdating(Int)
  case requestLocation(Int)
  case startSignificantChange(Int)
  case stopSignificantChange(Int)
  case startMonitoring(Int, Region)
  case stopMonitoring(Int, String)
  case requestState(Int, String)
  case startVisits(Int)
  case stopVisits(Int)
  case addCondition(String, String, MonitorCondition, assuming: MonitorEvent.State)
  case removeCondition(String, String)
  case consumeConditions(String)
  case allowDeferred(Int, distance: Double, timeout: Double)
  case disallowDeferred(Int)
  case requestAuthorization(AuthorizationRequest)
  case requestFullAccuracy(Int)
  case startTimer(Int, after: Double)
  case cancelTimer(Int)
  case upload(Int, bytes: Int64, onWiFiOnly: Bool)
  case geocode(Int, GeocodeQuery)
  case cancelGeocode(Int)
  case beginSearch
  case endSearch(found: Bool)
  case beginBackgroundTask
  case endBackgroundTask
  case scheduleBackgroundRefresh(after: Double)
  case sendMessage(Int, WatchMessage)
  case updateContext(WatchMessage)
  case work(Double)
  case beginBackgroundActivity
  case endBackgroundActivity
  case beginServiceSession
  case endServiceSession
  case requestFused(Int, FusedLocationRequest)
  case removeFused(Int)
  case flushFused
  case setForegroundService(Bool)
  case setWakeLock(Bool)
  /// For a service that owns its state; the system must have what it needs.
  case service(any ServiceCommand, needs: SystemService)
  case startAlarm(Int, after: Double, AppTimer.Kind)
  case listenForScans(Bool)
  case startScan
  case setScanThrottle(Bool)
  case locateScan(Int, ScanResults, overNetwork: Bool)
}
