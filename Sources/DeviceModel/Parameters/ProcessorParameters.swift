package import Quantities

/// An application processor's numbers in one run. Powers and energies other than `suspended` are on top of it.
package struct ProcessorParameters: Sendable, Equatable {
  /// Asleep, no app can run.
  package var suspended: Power
  /// Awake, nothing to do.
  package var awakeIdle: Power
  /// Awake for a stream of positions.
  package var locationSession: Power
  /// An app with a location session from Wi-Fi is not suspended; `nil` where it is.
  package var wifiSession: Power?
  /// What an app draws whose positions each second are held back while the phone dozes; `nil` for nothing.
  package var dozingSession: Power?
  /// App code runs.
  package var active: Power
  /// From suspended to running.
  package var resumeTime: TimeSpan
  /// What one resume costs.
  package var resumeEnergy: Energy
  /// Awake after the last work, before suspension.
  package var linger: TimeSpan
  /// Energy of launching an app in the background.
  package var backgroundLaunch: Energy
  /// How long an app takes to start.
  package var launchTime: TimeSpan
  /// Energy of computing one position from a Wi-Fi scan.
  package var wifiFix: Energy
  /// Energy of fusing the motion sensors into one satellite fix; zero without sensors that are fused.
  package var navigationFix: Energy
  /// Time the app's code runs per delivered callback.
  package var deliveryTime: TimeSpan

  init(_ values: ParameterValues) throws(ProfileFault) {
    suspended = try values.power("processor.suspended")
    awakeIdle = try values.power("processor.awake_idle")
    locationSession = try values.power("processor.location_session")
    wifiSession = values.optional("processor.wifi_session").map { .watts($0) }
    dozingSession = values.optional("processor.dozing_session").map { .watts($0) }
    active = try values.power("processor.active")
    resumeTime = try values.time("processor.resume_time")
    resumeEnergy = try values.energy("processor.resume_energy")
    linger = try values.time("processor.linger")
    backgroundLaunch = try values.energy("processor.background_launch")
    launchTime = try values.time("processor.launch_time")
    wifiFix = try values.energy("processor.wifi_fix")
    navigationFix = .joules(values.optional("processor.navigation_fix") ?? 0)
    deliveryTime = try values.time("processor.delivery_time")
  }
}
