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
    post(.beginBackgroundActivity)
    return BackgroundActivitySession(host: self)
  }

  /// Says that the app pursues something that needs location (iOS 18 and later). A new process must make it anew at once.
  public func makeServiceSession() -> ServiceSession {
    post(.beginServiceSession)
    return ServiceSession(host: self)
  }
}
