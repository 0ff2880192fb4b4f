import Core

extension LocationSystem {
  /// The battery's level has changed: apps that read it and run are told. It wakes nobody.
  package mutating func batteryLevelChanged(to level: Double) {
    batteryLevel = level
    for app in apps.indices where apps[app].definition.readsBattery && apps[app].process.isRunning {
      apps[app].post(.batteryLevelChanged)
    }
  }
}
