public import Quantities

/// An application processor's numbers in one run. Powers and energies other than `suspended` are on top of it.
public struct ProcessorParameters: Sendable, Equatable {
  public var suspended: Power
  public var awakeIdle: Power
  public var locationSession: Power
  public var active: Power
  public var resumeTime: TimeSpan
  public var resumeEnergy: Energy
  public var linger: TimeSpan
  /// Energy of launching an app in the background.
  public var backgroundLaunch: Energy
  public var launchTime: TimeSpan
  /// Energy of computing one position from a Wi-Fi scan.
  public var wifiFix: Energy
  /// Time the app's code runs per delivered callback.
  public var deliveryTime: TimeSpan

  init(_ values: ParameterValues) throws(ProfileFault) {
    suspended = try values.power("processor.suspended")
    awakeIdle = try values.power("processor.awake_idle")
    locationSession = try values.power("processor.location_session")
    active = try values.power("processor.active")
    resumeTime = try values.time("processor.resume_time")
    resumeEnergy = try values.energy("processor.resume_energy")
    linger = try values.time("processor.linger")
    backgroundLaunch = try values.energy("processor.background_launch")
    launchTime = try values.time("processor.launch_time")
    wifiFix = try values.energy("processor.wifi_fix")
    deliveryTime = try values.time("processor.delivery_time")
  }
}
