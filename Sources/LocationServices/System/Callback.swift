/// A message for an app's code, waiting until the processor runs.
enum Callback {
  case location(manager: Int, Location)
  case locations(manager: Int, [Location])
  /// A significant change; goes to whichever manager of the process monitors them.
  case significantChange(Location)
  case failed(manager: Int, LocationError)
  case deferredFinished(manager: Int, LocationError?)
  case region(RegionCallback)
  case visit(serial: Int, Visit)
  case monitor(name: String, serial: Int?, MonitorEvent)
  case paused(manager: Int)
  case resumed(manager: Int)
  case authorizationChanged
  /// The user has answered a request for full accuracy.
  case fullAccuracyAnswered(Int, LocationError?)
  case timer(Int)
  case uploadFinished(Int)
  case geocodeFinished(Int, GeocodeResult)
  case batteryLevelChanged
  case didEnterBackground
  case willEnterForeground
  case backgroundRefresh
  case backgroundTaskWillExpire
  case message(WatchMessage)
  case context(WatchMessage)
  case messageFailed(Int, WatchSessionError)
  case live(manager: Int, LocationUpdate)
  case fused(Int, [Location])
  case service(any ServiceEvent)
  case scanResults(ScanResults)
  case scanLocated(Int, Location?)

  /// For whom it is, where it brings locations.
  var managerOfLocations: Int? {
    switch self {
    case .location(let manager, _), .locations(let manager, _): manager
    default: nil
    }
  }

  func appendLocations(to locations: inout [Location]) {
    switch self {
    case .location(_, let location): locations.append(location)
    case .locations(_, let more): locations += more
    default: break
    }
  }
}
