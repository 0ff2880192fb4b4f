/// A running sequence of live updates (`CLLocationUpdate.liveUpdates`), as callbacks.
///
/// Made by `AppHost.liveUpdates`. It rests when the user stays and goes on by itself when they move, and it ends with
/// `stop()` or with the process.
public final class LiveUpdates: LocationManagerDelegate {
  /// What the updates are for.
  public let configuration: LiveConfiguration
  let manager: LocationManager
  private let handler: (LocationUpdate) -> Void

  init(_ configuration: LiveConfiguration, manager: LocationManager, handler: @escaping (LocationUpdate) -> Void) {
    self.configuration = configuration
    self.manager = manager
    self.handler = handler
  }

  /// Ends the sequence.
  public func stop() { manager.stopUpdatingLocation() }

  func receive(_ update: LocationUpdate) { handler(update) }

  /// Passes positions on as updates.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
    for location in locations { handler(LocationUpdate(location: location)) }
  }
}

/// Lets an app with when-in-use authorization go on getting updates in the background, as long as it is held:
/// `CLBackgroundActivitySession` (iOS 17; sources C4). Ends with `invalidate()` or with the process.
public final class BackgroundActivitySession {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Ends the session.
  public func invalidate() {
    host?.post(.service(SessionService.Command.changeActivity(by: -1), needs: .backgroundActivitySession))
    host = nil
  }
}

/// Says that the app pursues something that needs location: `CLServiceSession` (iOS 18; sources C4).
///
/// Made in the foreground and made anew at once when the system starts the app in the background. Ends with `invalidate()`
/// or with the process.
public final class ServiceSession {
  private var host: AppHost?

  init(host: AppHost) { self.host = host }

  /// Ends the session.
  public func invalidate() {
    host?.post(.service(SessionService.Command.changeService(by: -1), needs: .serviceSession))
    host = nil
  }
}

extension AppHost {
  /// Starts live updates (iOS 17 and later; before, nothing comes).
  ///
  /// - Parameter handler: called for each update, in order of time.
  public func liveUpdates(
    _ configuration: LiveConfiguration = .standard, handler: @escaping (LocationUpdate) -> Void
  ) -> LiveUpdates {
    let manager = makeLocationManager()
    manager.isLive = true
    manager.desiredAccuracy = configuration.desiredAccuracy
    manager.activityType = configuration.activityType
    manager.pausesLocationUpdatesAutomatically = false
    let updates = LiveUpdates(configuration, manager: manager, handler: handler)
    manager.delegate = updates
    liveStreams[manager.index] = updates
    manager.startUpdatingLocation()
    return updates
  }

  /// Keeps the app in use in the background (iOS 17 and later). A new process must make it anew at once.
  public func makeBackgroundActivitySession() -> BackgroundActivitySession {
    post(.service(SessionService.Command.changeActivity(by: 1), needs: .backgroundActivitySession))
    return BackgroundActivitySession(host: self)
  }

  /// Says that the app pursues something that needs location (iOS 18 and later). A new process must make it anew at once.
  public func makeServiceSession() -> ServiceSession {
    post(.service(SessionService.Command.changeService(by: 1), needs: .serviceSession))
    return ServiceSession(host: self)
  }
}
