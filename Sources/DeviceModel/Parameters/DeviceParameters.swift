package import Core

/// A device's numbers in one run; `nil` for a radio it lacks.
package struct DeviceParameters: Sendable, Equatable {
  /// The profile's name.
  package var name: String
  /// What the device runs.
  package var system: PhoneSystem
  /// `nil` without a satellite receiver.
  package var gnss: GNSSParameters?
  /// `nil` without Wi-Fi.
  package var wifi: WiFiParameters?
  /// `nil` without a modem.
  package var cellular: CellularParameters?
  /// `nil` without Bluetooth.
  package var bluetooth: BluetoothParameters?
  /// The application processor.
  package var processor: ProcessorParameters
  /// What the phone lives on.
  package var battery: BatteryParameters
  /// What the phone draws besides the other components, the system's own use of location included.
  package var base: Power
  /// What it draws on top of that while it travels; `nil` where nobody has measured it.
  package var travelling: Power?
  /// How wrong positions are.
  package var error: ErrorParameters

  init(
    name: String, system: PhoneSystem, values: ParameterValues, profile: [String: ProfileValue]
  ) throws(ProfileFault) {
    self.name = name
    self.system = system
    gnss = values.has(section: "gnss") ? try GNSSParameters(values, profile: profile) : nil
    wifi = values.has(section: "wifi") ? try WiFiParameters(values) : nil
    cellular = values.has(section: "cellular") ? CellularParameters(values) : nil
    bluetooth = values.has(section: "bluetooth") ? try BluetoothParameters(values) : nil
    processor = try ProcessorParameters(values)
    battery = try BatteryParameters(values)
    base = try Self.base(values)
    travelling = values.optional("base.travelling").map { .watts($0) }
    error = try ErrorParameters(values)
  }

  private static func base(_ values: ParameterValues) throws(ProfileFault) -> Power {
    try values.power("base.drain") + .watts(values.optional("base.background_location") ?? 0)
  }

  /// The device after some of its values have changed; only their sections are read, which saves time and changes nothing.
  ///
  /// - Parameters:
  ///   - sections: those of the changed keys.
  ///   - values: all values; there are as many keys as before.
  func rereading(
    _ sections: Set<String>, name: String, system: PhoneSystem, values: ParameterValues,
    profile: [String: ProfileValue]
  ) throws(ProfileFault) -> DeviceParameters {
    var result = self
    (result.name, result.system) = (name, system)
    if gnss != nil, sections.contains("gnss") { result.gnss = try GNSSParameters(values, profile: profile) }
    if wifi != nil, sections.contains("wifi") { result.wifi = try WiFiParameters(values) }
    if cellular != nil, !sections.isDisjoint(with: CellularParameters.sections) {
      result.cellular = CellularParameters(values)
    }
    if bluetooth != nil, sections.contains("bluetooth") { result.bluetooth = try BluetoothParameters(values) }
    if sections.contains("processor") { result.processor = try ProcessorParameters(values) }
    if sections.contains("battery") { result.battery = try BatteryParameters(values) }
    if sections.contains("base") {
      result.base = try Self.base(values)
      result.travelling = values.optional("base.travelling").map { .watts($0) }
    }
    if sections.contains("error") { result.error = try ErrorParameters(values) }
    return result
  }
}

/// A battery's numbers in one run.
package struct BatteryParameters: Sendable, Equatable {
  /// Nominal energy when new.
  package var energy: Energy
  /// Nominal voltage.
  package var voltage: Voltage
  /// Usable share of the nominal energy.
  package var health: Double
  /// What the charger puts in.
  package var chargingPower: Power

  /// `health` is the share of the nominal energy that is left, 0 to 1.
  package init(energy: Energy, voltage: Voltage, health: Double, chargingPower: Power) {
    self.energy = energy
    self.voltage = voltage
    self.health = health
    self.chargingPower = chargingPower
  }

  init(_ values: ParameterValues) throws(ProfileFault) {
    energy = try values.energy("battery.energy")
    voltage = .volts(try values.number("battery.voltage"))
    health = try values.number("battery.health")
    chargingPower = try values.power("battery.charging_power")
  }
}

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

/// A Bluetooth radio's numbers in one run.
package struct BluetoothParameters: Sendable, Equatable {
  /// On, neither scanning nor linked.
  package var idle: Power
  /// Looking for beacons now and then, above `idle`.
  package var beaconScan: Power
  /// Ranging beacons: the radio receives all the time.
  package var foregroundScan: Power
  /// Linked to a watch or an accessory, above `idle`.
  package var link: Power
  /// Energy of one message, on top of the link's power.
  package var message: Energy
  /// How long one message takes.
  package var messageTime: TimeSpan

  init(_ values: ParameterValues) throws(ProfileFault) {
    idle = try values.power("bluetooth.idle")
    beaconScan = try values.power("bluetooth.beacon_scan")
    foregroundScan = try values.power("bluetooth.foreground_scan")
    link = try values.power("bluetooth.link")
    message = try values.energy("bluetooth.message")
    messageTime = try values.time("bluetooth.message_time")
  }
}
