extension LocationSystem {
  /// Whether the app's system has what the app calls for; a call for what it lacks is kept, once.
  mutating func has(_ service: SystemService, app: Int) -> Bool {
    let platform = apps[app].definition.platform
    if platform.offers(service) { return true }
    let missing = MissingService(app: app, service: service, platform: platform)
    if !missingServices.contains(missing) { missingServices.append(missing) }
    return false
  }

  /// Keeps what an app's properties of a manager ask for and its system lacks.
  mutating func noteMissing(_ configuration: ManagerConfiguration, app: Int) {
    if configuration.pausesAutomatically { _ = has(.automaticPausing, app: app) }
    if configuration.desiredAccuracy == .reduced { _ = has(.reducedAccuracy, app: app) }
    if let service = configuration.activityType.requires { _ = has(service, app: app) }
  }
}
