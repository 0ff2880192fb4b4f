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
